import { expect, it } from 'vitest'
import { dropPlace, makeWay } from './drop-place.ts'

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
])('row %d with its middle at %d falls at %d', (from, middle, place) =>
  expect(dropPlace(rows, from, middle)).toBe(place),
)

it('others make way in the direction that the row came from', () => {
  const ways = (from: number, to: number) => [0, 1, 2, 3].map((place) => makeWay(place, { from, to, height: 60 }))
  expect(ways(0, 2)).toEqual([0, -60, -60, 0])
  expect(ways(3, 1)).toEqual([0, 60, 60, 0])
  expect(ways(2, 2)).toEqual([0, 0, 0, 0])
})
