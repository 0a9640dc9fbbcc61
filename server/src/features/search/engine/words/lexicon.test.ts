import { categories } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readDataFile } from '#core/files/read-data-file.ts'
import { courseFeatures, loadModels, type SearchFeatures, searchFeatures, withProducts } from '../parameters.ts'
import { compileLexicon, loadLexicon, withOperatorLines } from './lexicon.ts'

const lexicon = loadLexicon()

describe('the data files', () => {
  test('load, and none of their lists is empty', () => {
    const lists = Object.entries({ ...lexicon, ...lexicon.indian }).filter(([, value]) => Array.isArray(value))
    expect(lists.length).toBeGreaterThan(15)
    expect(lists.flatMap(([name, value]) => (Array.isArray(value) && value.length === 0 ? [name] : []))).toEqual([])
    expect(Object.keys(lexicon.categories)).toHaveLength(categories.length - 1)
  })

  test('are in lower case where words are compared, and no subject is a stop word alone', () => {
    const { stopWords, weakWords, commerceWords, teachingWords, same, related, known } = lexicon
    const all = [...stopWords, ...weakWords, ...commerceWords, ...teachingWords, ...same, ...related, ...known]
    expect(all.filter((one) => one !== one.toLowerCase())).toEqual([])
    const { entries, stopWords: compiled } = compileLexicon(lexicon)
    expect(entries.has('')).toBe(false)
    expect(compiled.has('python')).toBe(false)
  })

  test('every language is a subject, whether or not a line names it', () => {
    const { entries } = compileLexicon(lexicon)
    expect(entries.get('swedish')?.same).toEqual([['swedish', 'languag']])
    expect(entries.get('french languag')).toMatchObject({ usual: 'french' })
    expect(entries.has('hindi')).toBe(false)
  })

  test('the weights have exactly the features that are measured', () => {
    const { withMeaning, wordsAlone } = loadModels()
    const nothing = Object.fromEntries(searchFeatures.map((name) => [name, 0])) as SearchFeatures // every name is there
    for (const { acceptance, thresholds, relevance } of [withMeaning, wordsAlone]) {
      expect(Object.keys(acceptance).sort()).toEqual(Object.keys(withProducts(nothing)).sort())
      expect(thresholds.sure).toBeGreaterThan(thresholds.closest)
      expect(relevance.slope).toBeGreaterThan(0)
    }
    expect(Object.keys(withMeaning.ranking).sort()).toEqual([...courseFeatures].sort())
    // Without vectors nothing is measured by meaning.
    const byMeaning = courseFeatures.filter((name) => name.endsWith('Cosine') || name === 'intent')
    expect(Object.keys(wordsAlone.ranking).sort()).toEqual(
      courseFeatures.filter((name) => !byMeaning.includes(name)).sort(),
    )
  })
})

describe('a wrong data file', () => {
  const Form = z.strictObject({ same: z.array(z.string().regex(/=/, 'must have one "="')), known: z.array(z.string()) })
  test.each([
    [
      'a line of another form',
      'same:\n  - a = b\n  - nothing\nknown: []',
      'topics.yaml, line 3 (same.1): must have one "="',
    ],
    ['a list that is missing', 'same: []', 'topics.yaml, line 1 (known): '],
    ['a list that is not known', 'same: []\nknown: []\nmore: []', 'topics.yaml, line 1: '],
    ['another kind of value', 'same: []\nknown:\n  - 5', 'topics.yaml, line 3 (known.0): '],
    ['no content', '', 'topics.yaml, line 1: '],
  ])('with %s is refused with its name, line and key', (_, text, message) =>
    expect(() => readDataFile('topics.yaml', Form, text)).toThrow(message),
  )

  test('that is missing is refused', () => expect(() => readDataFile('none.yaml', Form)).toThrow('none.yaml'))
})

describe('lines of an operator', () => {
  const own = withOperatorLines(
    lexicon,
    '# ours\n  Docker = Whalebox, harbour tool \n\nnonsense\n= =\na = b > c\nTurquoise > css\n',
  )

  test('come first, in lower case; notes and lines of no form are passed over', () => {
    expect(own.same.slice(0, 2)).toEqual(['docker = whalebox, harbour tool', lexicon.same[0]])
    expect(own.related.slice(0, 2)).toEqual(['turquoise > css', lexicon.related[0]])
    expect(own.same).toHaveLength(lexicon.same.length + 1)
    expect(own.related).toHaveLength(lexicon.related.length + 1)
  })

  test('decide how a subject is called', () => {
    const compiled = compileLexicon(withOperatorLines(lexicon, 'containerland = docker'))
    expect(compiled.entries.get('docker')).toMatchObject({ usual: 'containerland' })
    expect(compileLexicon(own).entries.get('whalebox')).toMatchObject({ usual: 'docker' })
    expect(compileLexicon(own).entries.get('turquois')?.related).toContainEqual(['css'])
  })

  test('without lines the lexicon is as it was', () => expect(withOperatorLines(lexicon, '')).toEqual(lexicon))
})
