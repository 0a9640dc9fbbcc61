import { expect, it } from 'vitest'
import { dropIndex, rowShift } from './use-drag-order.ts'

const rows = [
  { top: 100, height: 50 },
  { top: 150, height: 100 },
  { top: 250, height: 50 },
]

it.each([
  [0, 125, 0],
  [0, 199, 0],
  [0, 201, 1],
  [0, 276, 2],
  [0, 9999, 2],
  [2, 274, 2],
  [2, 199, 1],
  [2, 124, 0],
  [1, -50, 0],
])('row %d with its middle at %d is dropped at index %d', (from, middle, index) =>
  expect(dropIndex(rows, from, middle)).toBe(index),
)

it('shifts the other rows towards the start of the dragged one', () => {
  const shifts = (from: number, to: number) => [0, 1, 2, 3].map((index) => rowShift(index, { from, to, height: 60 }))
  expect(shifts(0, 2)).toEqual([0, -60, -60, 0])
  expect(shifts(3, 1)).toEqual([0, 60, 60, 0])
  expect(shifts(2, 2)).toEqual([0, 0, 0, 0])
})
