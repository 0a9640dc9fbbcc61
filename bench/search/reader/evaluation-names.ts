import { readCrossedLists } from '../crossed-lists.ts'
import { loadSets } from '../load-data.ts'
import { keyOf } from './generate.ts'

/** Returns everything that training must not meet: questions, titles of courses and subjects of all evaluation sets, as stems. */
export function evaluationNames(sets = loadSets()): ReadonlySet<string> {
  const texts = sets.flatMap(({ courses, queries }) => [
    ...courses.map(({ title }) => title),
    ...queries.map(({ query }) => query),
  ])
  const { subjects } = readCrossedLists()
  const names = subjects.flatMap(
    ({ noun, verb = [], ing = [], spelling = [], after = [], job = [], hinglish = [], devanagari = [] }) => [
      ...noun,
      ...verb,
      ...ing,
      ...spelling,
      ...after,
      ...job,
      ...hinglish,
      ...devanagari,
    ],
  )
  return new Set([...texts, ...names].map(keyOf))
}
