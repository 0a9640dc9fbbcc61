import { expect, test } from 'vitest'
import { readIntents, recogniserData } from './assistant-data.ts'

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
