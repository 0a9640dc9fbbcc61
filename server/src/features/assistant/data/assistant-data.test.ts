import { expect, test } from 'vitest'
import { english } from '#core/languages/language.ts'
import { helpText, readIntents, recogniserData } from './assistant-data.ts'
import { helpTopics } from './help.ts'
import { roadmaps } from './roadmaps.ts'

test('every help topic has examples, and every example of help a topic', () => {
  const labels = Object.keys(readIntents().examples).filter((label) => label.startsWith('help.'))
  expect(labels.sort()).toEqual(
    Object.keys(helpTopics)
      .map((key) => `help.${key}`)
      .sort(),
  )
  expect(roadmaps.length).toBeGreaterThan(5)
})

test('every label has at least five examples, and no example has two labels', () => {
  const { examples } = recogniserData()
  const labels = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const { label, text } of examples) {
    labels.set(text.toLowerCase(), (labels.get(text.toLowerCase()) ?? new Set()).add(label))
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  expect([...counts].filter(([, count]) => count < 5)).toEqual([])
  expect([...labels].filter(([, all]) => all.size > 1)).toEqual([])
})

test('help names the address for support, or says what to do without one', () => {
  expect(helpText('refund', 'help@site.example', english)).toContain('write to help@site.example')
  expect(helpText('refund', '', english)).toContain('write to the support of this site')
  expect(helpText('support', '', english)).toContain('has not named an address')
  expect(helpText('nothing', '', english)).toBeUndefined()
})

test.each([
  ['no YAML', 'examples:\n  greeting: [hi\nknown: 1', /^intents\.yaml, line \d: /],
  ['an unknown key', 'examples: {}\nknowns: {}', /^intents\.yaml, line 1.*/],
  ['a label in capitals', 'examples:\n  Greeting:\n    - hi\n', /^intents\.yaml, line \d.*(no label|Invalid)/],
  [
    'a number for lines',
    'examples:\n  greeting:\n    - hi\n  thanks: 5\n',
    /^intents\.yaml, line 4 \(examples\.thanks\)/,
  ],
  ['an empty line', 'examples:\n  greeting:\n    - hi\n    - ""\n', /^intents\.yaml, line 4 \(examples\.greeting\.1\)/],
])('%s in a data file is named with its line', (_name, text, message) => {
  expect(() => readIntents(text)).toThrow(message)
})
