import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadLexicon } from '#features/search/engine/words/lexicon.ts'
import { createEnglish } from '#features/search/engine/words/words.ts'
import { createEngine } from '../../search/engine/create-engine.ts'
import { createRecogniser, type Recogniser } from '../../search/engine/recognise.ts'
import { recogniserData } from '../data/assistant-data.ts'

const file: Record<string, string[]> = parse(readFileSync(join(import.meta.dirname, 'messages.yaml'), 'utf8'))
const messages = Object.entries(file).flatMap(([labels, lines]) =>
  lines.flatMap((line) => line.split(';').map((text) => ({ labels: labels.split('|'), text: text.trim() }))),
)
const data = recogniserData()

let recogniser: Recogniser
beforeAll(async () => {
  const isEnglish = createEnglish()
  const engine = await createEngine({ lexicon: loadLexicon(), embedder: null, isEnglish })
  recogniser = createRecogniser({ ...data, understand: engine.read, isEnglish })
})
const labelOf = async (text: string): Promise<string> => (await recogniser.read(text)).labels[0]?.label ?? ''

describe('what a message is about, by words alone', () => {
  test('messages that are no examples are read rightly, nine of ten at least', async () => {
    const plain = (text: string): string =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}{}]+/gu, ' ')
        .trim()
    const known = new Set(data.examples.map(({ text }) => plain(text)))
    expect(messages.filter(({ text }) => known.has(plain(text)))).toEqual([])
    expect(messages.length).toBeGreaterThan(200)
    const wrong: string[] = []
    for (const { labels, text } of messages) {
      const label = await labelOf(text)
      if (!labels.includes(label)) wrong.push(`${text}: ${label}`)
    }
    expect(wrong.length / messages.length, wrong.join('\n')).toBeLessThan(0.1)
  })
  test.each([
    ['what is closure in javascript?', 'explain'],
    ['I know python, what next for AI?', 'roadmap'],
    ['which one is better for a beginner?', 'followup.choose'],
    ['is it free?', 'details.price'],
    ['how long is the second one?', 'details.length'],
    ['something cheaper', 'followup.cheaper'],
    ['and in hindi?', 'followup.refine'],
    ['refnd please', 'help.refund'],
    ['heyyyy', 'greeting'],
    ['what is the price of modern react?', 'details.price'],
    ['course on payment gateway integration', 'search'],
  ])('%s', async (text, label) => expect(await labelOf(text)).toBe(label))
})

describe('the subject of a message', () => {
  test.each([
    ['what is closure in javascript?', { subject: 'closure javascript', known: '' }],
    ['I know python, what next for AI?', { subject: 'ai', known: 'python' }],
    ['python aata hai, ab machine learning kaise seekhu', { subject: 'machine learning', known: 'python' }],
    ['javascript ke baad kya seekhu', { subject: '', known: 'javascript' }],
    ['done with html and css, what next', { subject: '', known: 'html css' }],
    ['price of modern raect', { subject: 'modern react' }],
    ['मुझे पाइथन सीखना है', { subject: 'python' }],
    ['how long is the second one?', { subject: '', places: [2] }],
    ['compare the last two', { places: [-1] }],
    ['which is cheaper, the react or the node course', { parts: ['react', 'node'] }],
    ['difference between machine learning and deep learning', { parts: ['machine learning', 'deep learning'] }],
    ['python course under 500', { subject: 'python', filters: { maxPrice: 500 } }],
  ])('%s', async (text, expected) => expect(await recogniser.read(text)).toMatchObject(expected))
})

test('strange and long messages are read in a moment', async () => {
  const start = performance.now()
  for (const text of [
    '',
    '🙂',
    '{}',
    '{subject}',
    'a '.repeat(500),
    'compare and '.repeat(90),
    'refund'.repeat(160),
    'i know '.repeat(140),
    'x\u0301'.repeat(500),
  ])
    expect(await recogniser.read(text)).toMatchObject({ labels: expect.any(Array) })
  expect(performance.now() - start).toBeLessThan(2000)
})
