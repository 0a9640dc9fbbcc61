import { expect, test } from 'vitest'
import { dueStop } from './stops.ts'

const stop = (second: number, maySkip: boolean) => ({ id: String(second), second, maySkip })
const stops = [stop(0, true), stop(10, true), stop(20, false), stop(30, false), stop(40, true)]

test.each([
  ['playing, at the beginning', stops, -1, 0.1, 0],
  ['playing, between two', stops, 0.1, 9.9, undefined],
  ['playing, to one', stops, 9.9, 10.1, 10],
  ['playing on after one', stops, 10.1, 10.3, undefined],
  ['a jump to one', stops, 9.5, 10, 10],
  ['a jump over one that may be skipped', stops, 14.5, 15, undefined],
  ['a jump over several: the first that may not', stops, 49.5, 50, 20],
  ['playing behind one that may not, wherever it began', stops, 44, 44.2, 20],
  ['what was answered waits no more', stops.slice(3), 24, 24.2, undefined],
  ['back before one', stops, 4.5, 5, undefined],
])('%s', (_name, waiting, from, to, second) => {
  expect(dueStop(waiting, from, to)?.second).toBe(second)
})
