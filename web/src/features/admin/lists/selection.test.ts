import { expect, it } from 'vitest'
import { pressed } from './selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const press = (chosen: string, id: string, from: string | null = null) =>
  [...pressed(new Set(chosen), ids, { id, from })].sort().join('')

it('chooses a row and lets it go', () => {
  expect(press('', 'b')).toBe('b')
  expect(press('ab', 'b')).toBe('a')
})

it('makes all rows up to the pressed one like it, in both directions', () => {
  expect(press('b', 'd', 'b')).toBe('bcd')
  expect(press('d', 'b', 'd')).toBe('bcd')
  expect(press('abcde', 'd', 'b')).toBe('ae')
})

it('takes a row alone when the one before has left the list', () => {
  expect(press('', 'c', 'gone')).toBe('c')
  expect(press('', 'c', null)).toBe('c')
})
