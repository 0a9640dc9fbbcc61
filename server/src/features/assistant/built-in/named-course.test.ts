import { describe, expect, test } from 'vitest'
import type { CatalogueFindings } from '../catalogue.ts'
import type { CourseFacts } from '../queries.ts'
import { exactFirst, understoodFirst } from './named-course.ts'

const course = (title: string, language: CourseFacts['language'] = 'en'): CourseFacts => ({
  id: title,
  title,
  subTitle: '',
  description: '',
  category: null,
  level: null,
  language,
  price: 1,
  onSale: false,
  rating: 0,
  reviews: 0,
  students: 0,
  teacher: 'Asha Rao',
  lectures: [],
  seconds: null,
})
const [pottery, glazing, tamil, hindi] = [
  course('Pottery at Home'),
  course('Glazing'),
  course('SQL தமிழில்', 'ta'),
  course('SQL हिंदी में', 'hi'),
]
const found = (courses: CourseFacts[], onlyClosest: boolean): CatalogueFindings => ({
  courses,
  filters: null,
  levelRelaxed: false,
  languageRelaxed: false,
  readAs: null,
  byWords: new Set(),
  onlyClosest,
})

describe('an exact hit', () => {
  test('named by its title comes first, also where the search does not have it', () => {
    const { courses, onlyClosest } = exactFirst(found([glazing], false), [pottery], 'pottery')
    expect([courses, onlyClosest]).toEqual([[pottery], false])
    expect(exactFirst(found([glazing, pottery], false), [pottery], 'pottery').courses).toEqual([pottery, glazing])
  })
  test('is not closest: beside it, and beside every word of the subject in a title, what is only close is left out', () => {
    expect(exactFirst(found([glazing], true), [pottery], 'pottery')).toMatchObject({
      courses: [pottery],
      onlyClosest: false,
    })
    expect(exactFirst(found([glazing, pottery], true), [], 'pottery home')).toMatchObject({
      courses: [pottery],
      onlyClosest: false,
    })
    expect(exactFirst(found([glazing, pottery], true), [], 'weaving')).toMatchObject({
      courses: [glazing, pottery],
      onlyClosest: true,
    })
  })
})

test('a step is in English or in the language of the answer, where there is such a course', () => {
  expect(understoodFirst([tamil, glazing, hindi], 'en')).toEqual([glazing])
  expect(understoodFirst([tamil, glazing, hindi], 'hi')).toEqual([glazing, hindi])
  expect(understoodFirst([tamil, hindi], 'en')).toEqual([tamil, hindi])
})
