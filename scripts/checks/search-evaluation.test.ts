import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type EvaluationCourse, type GradedQuery, unstated } from '../../bench/search/evaluation-set.ts'
import { limitGrades } from '../../bench/search/limit-grades.ts'
import { loadSet, loadSets } from '../../bench/search/load-data.ts'
import { makeTypo } from '../../bench/search/make-typo.ts'
import { loadLexicon } from '../../server/src/features/search/engine/words/lexicon.ts'

const sets = loadSets()
const crossed = sets.filter(({ name }) => name.startsWith('crossed-'))

const courseOf = (key: string, priceRupees: number, level: EvaluationCourse['level']): EvaluationCourse => ({
  ...unstated,
  key,
  title: key,
  subTitle: key,
  description: key,
  category: 'Others',
  level,
  priceRupees,
  lectures: [],
})
const courses = [courseOf('dear', 999, 'Advanced'), courseOf('cheap', 299, 'Beginner'), courseOf('free', 0, null)]

describe('evaluation sets of the search', () => {
  test('hold the written queries and the crossed ones', () => {
    expect(sets.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['own', 'strangers', 'fresh', 'real', 'crossed-own', 'crossed-strangers']),
    )
    expect(loadSet('own').courses).toHaveLength(83)
    expect(loadSet('strangers').courses).toHaveLength(70)
    expect(loadSet('fresh').courses).toHaveLength(84)
    expect(loadSet('real').courses).toHaveLength(620)
  })

  test('have none of the background questions by which the search is set to a catalogue', () => {
    const asked = new Set(sets.flatMap(({ queries }) => queries.map(({ query }) => query.toLowerCase())))
    const { background } = loadLexicon()
    expect(background.length).toBeGreaterThan(150)
    expect(background.filter((question) => asked.has(question.toLowerCase()))).toEqual([])
  })

  test('do not know a set that does not exist', () => {
    expect(() => loadSet('unknown')).toThrow('no evaluation set')
  })

  test.each(crossed)('$name has at least twenty queries of each kind in each part', ({ queries }) => {
    const kinds = [...new Set(queries.map(({ kind }) => kind))]
    const few = kinds.flatMap((kind) =>
      (['fit', 'test'] as const)
        .filter((part) => queries.filter((one) => one.kind === kind && one.part === part).length < 20)
        .map((part) => `${kind} ${part}`),
    )
    expect(few).toEqual([])
    expect(queries.length).toBeGreaterThanOrEqual(900)
  })

  test('are the same at every load', () => {
    // tens of thousands of objects, which toEqual compares for seconds
    expect(isDeepStrictEqual(loadSets(), sets)).toBe(true)
  })

  test.each(['fresh', 'real'])('keep each subject of the set %s in one part', (name) => {
    const wantedMost = (part: GradedQuery['part']): string[] =>
      loadSet(name).queries.flatMap((one) => {
        const best = Object.entries(one.wanted).sort(([, a], [, b]) => b - a)[0]
        return one.part === part && best ? [best[0]] : []
      })
    const test = new Set(wantedMost('test'))
    expect([...new Set(wantedMost('fit'))].filter((key) => test.has(key))).toEqual([])
  })

  test.each(crossed)('$name crosses subjects with contexts that name other courses', ({ queries }) => {
    expect(queries.map(({ kind }) => kind)).toContain('context-collision')
  })

  test.each(crossed)('$name has no query in both parts and no placeholder left', ({ queries }) => {
    const seen = new Set(queries.map(({ query }) => query.toLowerCase()))
    expect(seen.size).toBe(queries.length)
    expect(queries.filter(({ query }) => /[{}]/.test(query))).toEqual([])
  })

  test.each(crossed)('$name has no course at a price that a query names', ({ courses, queries }) => {
    const prices = new Set(courses.map(({ priceRupees }) => String(priceRupees)).filter((price) => price !== '0'))
    const priced = queries.filter(({ kind }) => ['price', 'combined', 'none-by-price'].includes(kind))
    const atTheLimit = priced.filter(({ query }) => (query.match(/\d+/g) ?? []).some((amount) => prices.has(amount)))
    expect(atTheLimit).toEqual([])
  })
})

describe('grades under limits', () => {
  const grades = { dear: 3, cheap: 2, free: 1 }

  test('leave out courses outside the prices', () => {
    expect(limitGrades(grades, courses, { max: 500 })).toEqual({ cheap: 2, free: 1 })
    expect(limitGrades(grades, courses, { min: 100, max: 500 })).toEqual({ cheap: 2 })
    expect(limitGrades({ dear: 3 }, courses, { max: 0 })).toEqual({})
  })

  test('prefer the cheapest of the good courses', () => {
    expect(limitGrades(grades, courses, { cheapest: true })).toEqual({ dear: 3, cheap: 3 })
    expect(limitGrades({ dear: 3, cheap: 3 }, courses, { cheapest: true })).toEqual({ dear: 2, cheap: 3 })
  })

  test('hold courses of another level for acceptable at best', () => {
    expect(limitGrades(grades, courses, { level: 'Intermediate' })).toEqual({ dear: 1, free: 1 })
    expect(limitGrades(grades, courses, { level: 'Beginner' })).toEqual({ cheap: 3, free: 2 })
  })
})

describe('typos', () => {
  test('change one long word, and the same text always in the same way', () => {
    const wrong = makeTypo('learn web development', 'seed')
    expect(wrong).not.toBe('learn web development')
    expect(makeTypo('learn web development', 'seed')).toBe(wrong)
  })

  test('leave short words alone', () => {
    expect(makeTypo('SQL and C', 'seed')).toBeNull()
  })
})
