import { expect, test } from 'vitest'
import { nextOption } from './use-active-option.ts'

test.each([
  // over none, where none may be active
  ['ArrowDown', -1, 3, -1, 0],
  ['ArrowDown', 2, 3, -1, -1],
  ['ArrowUp', -1, 3, -1, 2],
  ['ArrowUp', 0, 3, -1, -1],
  ['ArrowUp', 0, 3, 0, 2],
  ['ArrowDown', 2, 3, 0, 0],
  ['ArrowDown', 0, 1, 0, 0],
  ['ArrowDown', -1, 0, 0, null],
  // these move in the text
  ['Home', 0, 3, 0, null],
  ['ArrowLeft', 0, 3, 0, null],
  ['Enter', 0, 3, 0, null],
] as const)('%s at %i of %i leads to the right option', (key, at, count, first, next) => {
  expect(nextOption(key, at, count, first)).toBe(next)
})
