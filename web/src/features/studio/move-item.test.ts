import { expect, it } from 'vitest'
import { arrange, moveItem } from './use-lecture-order.ts'

it.each([
  [0, 2, 'bcad'],
  [2, 0, 'cabd'],
  [3, 3, 'abcd'],
  [1, 2, 'acbd'],
  [9, 0, 'abcd'],
])('moves %d to %d', (from, to, wanted) => expect(moveItem([...'abcd'], from, to).join('')).toBe(wanted))

it('arranges by ids; what they do not name comes last', () => {
  const items = [...'abcd'].map((_id) => ({ _id }))
  const arranged = (order: string[] | null) =>
    arrange(items, order)
      .map(({ _id }) => _id)
      .join('')
  expect(arranged(null)).toBe('abcd')
  expect(arranged(['d', 'b', 'a', 'c'])).toBe('dbac')
  expect(arranged(['c', 'gone', 'a'])).toBe('cabd')
})
