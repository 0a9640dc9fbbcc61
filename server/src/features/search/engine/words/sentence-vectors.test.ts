import { expect, test } from 'vitest'
import { sentenceEncoder } from '#adapters/embeddings/sentence-encoder.ts'
import { loadLexicon, loadSentenceVectors, makeSentenceVectors, sentencesOf } from './lexicon.ts'

const lexicon = loadLexicon()

test('the stored vectors are those that the model makes of the sentences of the lexicon', async () => {
  const encoder = sentenceEncoder()
  const stored = loadSentenceVectors(encoder, lexicon)
  const wanted = sentencesOf(lexicon)
  const advice = 'the lexicon or the model has changed: npm run bench -- search-sentences'
  expect([...stored.keys()], advice).toEqual(wanted)
  const some = wanted.filter((_, at) => at % 40 === 0)
  for (const [at, vector] of (await encoder.embed(some)).entries())
    for (const [place, value] of (stored.get(some[at] ?? '') ?? []).entries())
      expect(Math.abs(value - (vector[place] ?? Number.NaN))).toBeLessThan(1e-5)
})

test('vectors of another model or other sentences are not taken', async () => {
  expect(loadSentenceVectors({ model: 'another model', dimensions: 512 }, lexicon).size).toBe(0)
  const made = await makeSentenceVectors({
    model: 'two numbers',
    dimensions: 2,
    embed: async (texts) => texts.map((_, at) => Float32Array.of(at, 1)),
  })
  expect(made.byteLength).toBe(32 + sentencesOf(lexicon).length * 8)
})
