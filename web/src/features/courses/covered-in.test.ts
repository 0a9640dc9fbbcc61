import type { Lecture } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import { coveredIn } from './covered-in.ts'

const lectures = [
  'Introduction',
  'Inner joins and outer joins',
  'Window functions',
  'Indexes in PostgreSQL',
  'पाइथन में लूप लिखना',
  'Reading query plans',
  'Reading query plans',
].map((lectureTitle, index) => ({ _id: String(index), lectureTitle }) as Lecture)

it.each([
  ['Write inner and outer joins with confidence', 2],
  ['Use a window function for running totals', 3],
  ['पाइथन में लूप', 5],
  ['Choose an index', null],
  ['Read query plans', null],
  ['An introduction to this course', null],
  ['Use PostgreSQL every day', null],
  ['', null],
])('finds what covers %j', (point, number) => {
  expect(coveredIn(point, lectures)?.number ?? null).toBe(number)
})
