import { describe, expect, test } from 'vitest'
import { loadSets } from '../../bench/search/load-data.ts'
import { evaluationNames } from '../../bench/search/reader/evaluation-names.ts'
import { createDraw, expand, readFrames, segmentsOf } from '../../bench/search/reader/frames.ts'
import { generate, keyOf } from '../../bench/search/reader/generate.ts'

const sets = loadSets()
const forbidden = evaluationNames(sets)
const options = {
  count: 4000,
  isEnglish: (word: string) => word.length % 3 > 0,
  forbidden,
  dictionary: ['sextant', 'pottage', 'gambit', 'kubernetes'],
  frequent: [
    ['salary', 'luggage'],
    ['grow', 'music'],
    ['card', 'book'],
    ['the', 'go'],
  ],
  real: ['freeze my card please', sets[0]?.queries[0]?.query ?? ''],
}
const examples = generate({ ...options, seed: 3 })

describe('questions that the reader learns from', () => {
  test('hold no question, title and subject of an evaluation set', () => {
    expect(forbidden.size).toBeGreaterThan(3000)
    const evaluated = sets.flatMap(({ courses, queries }) => [
      ...courses.map(({ title }) => title),
      ...queries.map(({ query }) => query),
    ])
    expect(evaluated.filter((one) => !forbidden.has(keyOf(one)))).toEqual([])
    // titles, people and places are put together from names that are left out one by one
    const learned = examples.flatMap(({ text, names }) => [text, ...names.filter((one) => !one.includes(' '))])
    expect(learned.filter((one) => forbidden.has(keyOf(one)))).toEqual([])
  })

  test('have a role for each word, and are the same for the same seed', () => {
    expect(examples.length).toBeGreaterThan(3900)
    for (const { tokens, roles } of examples) expect(roles).toHaveLength(tokens.length)
    expect(generate({ ...options, seed: 3 })).toEqual(examples)
    expect(generate({ ...options, seed: 4 })).not.toEqual(examples)
  })

  test('are real ones too, which want nothing to learn', () => {
    const real = examples.filter(({ group }) => group === 'real')
    expect(real.map(({ text, intent }) => [text, intent])).toEqual([['freeze my card please', 'off']])
  })

  test('are of every intent, shape and role', () => {
    expect(new Set(examples.map(({ intent }) => intent)).size).toBe(4)
    expect(new Set(examples.map(({ shape }) => shape)).size).toBe(5)
    expect(new Set(examples.flatMap(({ roles }) => roles)).size).toBe(16)
  })
})

test('a frame is said in one of its ways, its slots filled', () => {
  const said = expand('(learn|study) {s} (now|)', createDraw(1))
  expect(said).toMatch(/^(learn|study) \{s\}( now)?$/)
  expect(segmentsOf('learn {s} [FR for free]', () => 'archery')).toEqual([
    { text: 'learn', role: 'F', slot: '' },
    { text: 'archery', role: 'S', slot: 's' },
    { text: 'for free', role: 'FR', slot: '' },
  ])
})

test('every frame can be said', () => {
  const draw = createDraw(5)
  for (const { text } of readFrames()) expect(segmentsOf(expand(text, draw), () => 'x').length, text).toBeGreaterThan(0)
})
