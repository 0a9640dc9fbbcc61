import { expect, it } from 'vitest'
import { playerAction, stepSpeed } from './player-keys.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  playerAction({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })

it.each([
  [' ', { kind: 'toggle' }],
  ['K', { kind: 'toggle' }],
  ['j', { kind: 'seek', seconds: -10 }],
  ['ArrowRight', { kind: 'seek', seconds: 5 }],
  ['5', { kind: 'seekTo', fraction: 0.5 }],
  ['>', { kind: 'speed', step: 1 }],
  ['x', null],
  ['Tab', null],
])('%s', (key, action) => expect(press(key)).toEqual(action))

it('leaves the keys of the browser alone', () => {
  expect(press('l', { ctrlKey: true })).toBeNull()
  expect(press('k', { metaKey: true })).toBeNull()
  expect(press('ArrowLeft', { altKey: true })).toBeNull()
})

it('changes speed in steps and stays at the ends', () => {
  expect(stepSpeed(1, 1)).toBe(1.25)
  expect(stepSpeed(1, -1)).toBe(0.75)
  expect(stepSpeed(2, 1)).toBe(2)
  expect(stepSpeed(0.5, -1)).toBe(0.5)
  expect(stepSpeed(3, -1)).toBe(1.75)
})
