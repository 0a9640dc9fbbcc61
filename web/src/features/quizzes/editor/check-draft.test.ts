import { expect, test } from 'vitest'
import { readDrafts } from './check-draft.ts'

const draft = (questionId: string, time: string) => ({ questionId, time, maySkip: true, tries: 3 })

test('typed times are read, and questions follow one another as the video comes to them', () => {
  const read = readDrafts([draft('c', '1:02:03'), draft('a', '1:30'), draft('b', ' 90 '), draft('d', '2.9')])
  expect(read?.map(({ questionId, second }) => [questionId, second])).toEqual([
    ['d', 2],
    ['a', 90],
    ['b', 90],
    ['c', 3723],
  ])
})

test.each(['', 'soon', '1:75', '-3'])('%j is no time', (time) => {
  expect(readDrafts([draft('a', '0:10'), draft('b', time)])).toBeNull()
})
