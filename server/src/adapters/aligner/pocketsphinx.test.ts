import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readSpeech, spokenText } from '#test/support/video/speech.ts'
import { pocketsphinxAligner } from './pocketsphinx.ts'
import { pronounce } from './pronounce.ts'
import { modelWords } from './word-model.ts'

const aligner = pocketsphinxAligner()
const recognise = (words: readonly string[], audio: Uint8Array = readSpeech()) =>
  aligner?.recognise(audio, words) ??
  expect.fail('pocketsphinx is missing: apt-get install pocketsphinx pocketsphinx-en-us')
const words = spokenText.toLowerCase().match(/[a-z]+/g) ?? []

describe('the words of a text', () => {
  test('are found where they are spoken, also a word that is in no dictionary', async () => {
    const recognised = await recognise([...words.slice(0, 6), 'xylophoniquely', ...words.slice(6)])
    const found = new Set(recognised.map(({ text }) => text))
    const wanted = [...new Set(words)]
    expect(wanted.filter((word) => found.has(word)).length).toBeGreaterThan(0.6 * wanted.length)
    expect(recognised.find(({ text }) => text === 'databases')?.start).toBeCloseTo(1.61, 0)
    expect(recognised.findLast(({ text }) => text === 'query')?.start).toBeCloseTo(20, 0)
    for (const { start, end } of recognised) expect(end).toBeGreaterThan(start)
  })

  test('are not found in silence, in an empty sound, or for an empty text', async () => {
    expect((await recognise(words, new Uint8Array(32_000))).length).toBeLessThan(3)
    expect(await recognise(words, new Uint8Array())).toEqual([])
    expect(await recognise([])).toEqual([])
  })

  test('reach the program only as numbers, and leave no files behind', async () => {
    const odd = ['-logfn', '</s>', '\\end\\', 'w0(2)', '../../etc', "o'", '']
    const { dictionary, model } = modelWords([...odd, 'a'], new Map([['a', ['AH', 'EY']]]))
    expect(`${dictionary}${model}`).not.toMatch(/logfn|etc|end\\\s+\S/)
    expect(dictionary).toContain('w7 AH\nw7(2) EY\n')
    await recognise(odd)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('virtual-courses-speech-'))).toEqual([])
  })
})

test('an unknown word is pronounced by its letters, its base form or its spelling', () => {
  const known = new Map([['compilation', ['K AA M P AH L EY SH AH N']]])
  expect(pronounce("compilation's", known)).toEqual(['K AA M P AH L EY SH AH N Z'])
  expect(pronounce('sublicensing', known)).toEqual(['S AH B L IH S N S IH NG'])
  expect(pronounce('sql', known)).toEqual(['EH S K Y UW EH L'])
  expect(pronounce('wipo', known)).toEqual(['W IH P AA', 'D AH B AH L Y UW AY P IY OW'])
})

test('the aligner is null without the program or its model', () => {
  expect(pocketsphinxAligner({ program: '/no/such/program' })).toBeNull()
  expect(pocketsphinxAligner({ models: '/no/such/folder' })).toBeNull()
})
