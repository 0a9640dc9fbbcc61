import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IndexedCourse } from '#ports/search-index.ts'
import { searchableCourse } from '#test/support/services/search-engine.ts'
import { createInvertedIndex, fields, maskFor } from './inverted-index.ts'
import { stem } from './words/words.ts'

const vocabulary = ['python', 'pythons', 'music', 'color', 'colours', 'design', 'the', 'of', 'web', 'गिटार', '2024']
const stems = [...new Set(vocabulary.map(stem))]
const slots = 6

const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }).map((words) => words.join(' '))
const put = fc.record({
  slot: fc.nat(slots - 1),
  course: fc.record({
    title: text,
    subTitle: text,
    description: text,
    lectures: fc.array(text, { maxLength: 2 }),
    sections: fc.array(text, { maxLength: 2 }),
    outcomes: fc.array(text, { maxLength: 2 }),
    educator: text,
    spoken: text,
    category: fc.constantFrom('Web Development', 'UI UX Designing', 'Others', null),
  }),
})
const remove = fc.record({ slot: fc.nat(slots - 1), course: fc.constant(null) })

const textsOf = (course: IndexedCourse): string[] => [
  course.title,
  course.subTitle,
  [...course.sections, ...course.lectures].join(' '),
  course.category === 'Others' ? '' : (course.category ?? ''),
  [course.description, ...course.outcomes].join(' '),
  course.educator,
  course.spoken
    .split(' ')
    .filter((word) => word !== 'the' && word !== 'of' && word !== '2024')
    .join(' '),
]
const has = (words: string, one: string): boolean => words.toLowerCase().split(/\s+/).map(stem).includes(one)
const maskIn = (course: IndexedCourse, one: string): number =>
  textsOf(course).reduce((mask, words, place) => mask | (has(words, one) ? 1 << place : 0), 0)

test('after any changes it has what a comparison of all texts finds: courses, fields, numbers of courses', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 3, arbitrary: put }, { weight: 1, arbitrary: remove }), { maxLength: 30 }),
      (steps) => {
        const counts = new Map<string, number>()
        const index = createInvertedIndex(
          (word) => word === 'the' || word === 'of',
          () => [],
          (word, courses) => counts.set(word, courses),
        )
        const kept = new Map<number, IndexedCourse>()
        for (const { slot, course } of steps) {
          if (course) {
            const whole = searchableCourse({ id: String(slot), language: 'other', ...course })
            kept.set(slot, whole)
            index.put(slot, whole)
          } else {
            kept.delete(slot)
            index.remove(slot)
          }
        }
        expect(index.size()).toBe(kept.size)
        for (const one of stems) {
          const expected = [...kept]
            .flatMap(([slot, course]) => (maskIn(course, one) > 0 ? [[slot, maskIn(course, one)]] : []))
            .sort(([a = 0], [b = 0]) => a - b)
          const visited: number[][] = []
          index.each(one, (slot, mask) => visited.push([slot, mask]))
          expect(visited).toEqual(expected)
          expect(index.count(one)).toBe(expected.length)
          expect(index.has(one)).toBe(expected.length > 0)
          const spoken = 1 << fields.indexOf('spoken')
          expect(index.countWritten(one)).toBe(expected.filter(([, mask = 0]) => mask !== spoken).length)
          for (let slot = 0; slot < slots + 2; slot++) {
            const course = kept.get(slot)
            expect(index.maskOf(one, slot)).toBe(course ? maskIn(course, one) : 0)
          }
        }
        const words = new Map<string, number>()
        for (const course of kept.values())
          for (const word of new Set(
            textsOf(course)
              .slice(0, -1)
              .flatMap((part) => part.toLowerCase().match(/\S+/g) ?? []),
          ))
            words.set(word, (words.get(word) ?? 0) + 1)
        expect(new Map(index.words())).toEqual(words)
        expect(new Map([...counts].filter(([, courses]) => courses > 0))).toEqual(words)
      },
    ),
  )
})

test('accepts slots far apart, each with the mask of its last course', () => {
  const index = createInvertedIndex(
    () => false,
    () => [],
    () => {},
  )
  index.put(1_000_000, searchableCourse({ id: 'far', title: 'Bonsai' }))
  index.put(1, searchableCourse({ id: 'near', title: 'Trees', description: 'bonsai' }))
  const seen: number[][] = []
  index.each(stem('bonsai'), (slot, mask) => seen.push([slot, mask]))
  expect(seen).toEqual([
    [1, 1 << fields.indexOf('description')],
    [1_000_000, 1 << fields.indexOf('title')],
  ])
  index.put(1_000_000, searchableCourse({ id: 'far', title: 'Gardens' }))
  expect(index.count(stem('bonsai'))).toBe(1)
  expect(index.maskOf(stem('bonsai'), 1_000_000)).toBe(0)
})

test('a course has the language in which it is taught as a word, also one that only its title shows', () => {
  const index = createInvertedIndex(
    () => false,
    () => [],
    () => {},
  )
  index.put(1, searchableCourse({ id: 'chosen', title: 'Kotlin', language: 'ta' }))
  index.put(2, searchableCourse({ id: 'shown', title: 'Kotlin in Tamil' }))
  index.put(3, searchableCourse({ id: 'script', title: 'गिटार' }))
  index.put(4, searchableCourse({ id: 'english', title: 'Guitar' }))
  expect([1, 2].map((slot) => index.maskOf('tamil', slot) & maskFor('description'))).not.toContain(0)
  expect([3, 4].map((slot) => index.maskOf('hindi', slot) > 0)).toEqual([true, false])
})

test('a document keeps its stems in order, its title without stop words, and joins what a hyphen parts', () => {
  const index = createInvertedIndex(
    (word) => word === 'the' || word === 'of',
    () => [],
    () => {},
  )
  index.put(
    0,
    searchableCourse({ id: 'one', title: 'The Joy of Make-up', subTitle: 'Brushes', lectures: ['Eyes', 'Lips'] }),
  )
  expect(index.document(0)).toMatchObject({ title: ['joy', 'make', 'up'], text: ' the joy of make up brush eye lip ' })
  expect(index.has('makeup')).toBe(true)
  expect(new Map(index.words()).get('make')).toBe(1)
  index.remove(0)
  expect(index.document(0)).toBeUndefined()
  expect([...index.words()]).toEqual([])
  index.remove(0)
  expect(index.size()).toBe(0)
})
