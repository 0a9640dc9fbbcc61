import { expect, it } from 'vitest'
import { readChapters } from './chapter-rows.ts'

const rows = (...typed: [string, string][]) => typed.map(([start, title], id) => ({ id, start, title }))

it('reads chapters as they are typed', () => {
  expect(readChapters(rows(['0:00', ' Warp '], ['1:30', 'Weft']), 600).chapters).toEqual([
    { start: 0, title: 'Warp' },
    { start: 90, title: 'Weft' },
  ])
  expect(readChapters([], 600).chapters).toEqual([])
})

it.each<[string, [string, string][], object]>([
  ['a late first one', [['0:05', 'A']], { start: { message: 'The first chapter starts at 0:00' } }],
  ['no time', [['soon', 'A']], { start: { message: 'Write a time such as 1:30' } }],
  ['no title', [['0', ' ']], { title: { message: 'Give it a title' } }],
])('says what is wrong with %s', (_name, typed, error) => {
  expect(readChapters(rows(...typed), 600)).toMatchObject({ chapters: null, errors: [error] })
})

it('says which one is out of order, or behind the end', () => {
  const { chapters, errors } = readChapters(rows(['0', 'A'], ['90', 'B'], ['1:30', 'C'], ['10:00', 'D']), 600)
  expect(chapters).toBeNull()
  expect(errors.map(({ start }) => start?.message)).toEqual([
    undefined,
    undefined,
    'Later than the one before',
    'Before the end of the video',
  ])
})
