import { expect, it } from 'vitest'
import { notePlace, parsePlaces } from './scroll-places.ts'

it('keeps the newest hundred places', () => {
  const places = new Map<string, number>()
  for (let entry = 0; entry < 150; entry++) notePlace(places, `e${entry}`, entry)
  notePlace(places, 'e60', 7)
  notePlace(places, 'e150', 1)
  expect(places.size).toBe(100)
  expect([...places.keys()].at(0)).toBe('e51')
  expect([places.get('e50'), places.get('e60'), places.get('e150')]).toEqual([undefined, 7, 1])
})

it('reads what an earlier document kept, and nothing else', () => {
  expect([...parsePlaces([['a', 600], ['b', -1], ['c', 'x'], [1, 2], 'd', ['e', 0]])]).toEqual([
    ['a', 600],
    ['e', 0],
  ])
  for (const nonsense of [null, undefined, 'x', 7, {}, { length: 3 }]) expect(parsePlaces(nonsense).size).toBe(0)
  expect(parsePlaces(Array.from({ length: 500 }, (_, at) => [`e${at}`, at])).size).toBe(100)
})
