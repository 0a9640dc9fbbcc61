import { expect, it, test } from 'vitest'
import { type KeyTarget, playerAction, stepSpeed, stepVolume } from './player-keys.ts'

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>>
const press = (key: string, place: KeyTarget = 'player', held: Held = {}, withLetters = true) =>
  playerAction({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, place, withLetters)

it.each([
  [' ', { kind: 'toggle' }],
  ['K', { kind: 'toggle' }],
  ['j', { kind: 'seek', seconds: -10 }],
  ['ArrowRight', { kind: 'seek', seconds: 5 }],
  ['ArrowUp', { kind: 'volume', step: 1 }],
  ['5', { kind: 'seekTo', fraction: 0.5 }],
  ['>', { kind: 'speed', step: 1 }],
  ['c', { kind: 'captions' }],
  ['?', { kind: 'help' }],
  ['x', null],
  ['n', null],
  ['Tab', null],
])('%s', (key, action) => expect(press(key)).toEqual(action))

it('leaves the keys of the browser alone', () => {
  expect(press('l', 'player', { ctrlKey: true })).toBeNull()
  expect(press('k', 'page', { metaKey: true })).toBeNull()
  expect(press('ArrowLeft', 'player', { altKey: true })).toBeNull()
})

test('letters work wherever no text is typed; space and arrows only where no control uses them', () => {
  const kinds = (key: string) =>
    (['player', 'page', 'control', 'text'] as const).map((place) => press(key, place)?.kind ?? '')
  expect(kinds('k')).toEqual(['toggle', 'toggle', 'toggle', ''])
  expect(kinds('3')).toEqual(['seekTo', 'seekTo', 'seekTo', ''])
  expect(kinds(' ')).toEqual(['toggle', 'toggle', '', ''])
  expect(kinds('ArrowLeft')).toEqual(['seek', 'seek', '', ''])
  expect(kinds('ArrowDown')).toEqual(['volume', '', '', ''])
  expect(press('N', 'page', { shiftKey: true })).toEqual({ kind: 'next' })
})

it('moves the seek bar by all arrows, as sliders do', () => {
  expect(press('ArrowUp', 'seekBar')).toEqual({ kind: 'seek', seconds: 5 })
  expect(press('ArrowDown', 'seekBar')).toEqual({ kind: 'seek', seconds: -5 })
  expect(press('ArrowLeft', 'seekBar')).toEqual({ kind: 'seek', seconds: -5 })
  expect(press('Home', 'seekBar')).toEqual({ kind: 'seekTo', fraction: 0 })
  expect(press('ArrowUp', 'player')).toEqual({ kind: 'volume', step: 1 })
})

it('keeps space and arrows when letters are turned off', () => {
  expect(press('k', 'player', {}, false)).toBeNull()
  expect(press('7', 'page', {}, false)).toBeNull()
  expect(press(' ', 'player', {}, false)).toEqual({ kind: 'toggle' })
  expect(press('ArrowLeft', 'player', {}, false)).toEqual({ kind: 'seek', seconds: -5 })
})

it('changes speed in steps within its limits', () => {
  expect(stepSpeed(1, 1)).toBe(1.25)
  expect(stepSpeed(1, -1)).toBe(0.75)
  expect(stepSpeed(2, 1)).toBe(2)
  expect(stepSpeed(0.5, -1)).toBe(0.5)
  expect(stepSpeed(3, -1)).toBe(1.75)
})

it('changes volume in steps within its limits', () => {
  expect(stepVolume(0.5, 1)).toBe(0.55)
  expect(stepVolume(0.02, -1)).toBe(0)
  expect(stepVolume(1, 1)).toBe(1)
})
