import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The action of a keyboard shortcut. */
export type PlayerAction =
  | { kind: 'toggle' }
  | { kind: 'seek'; seconds: number }
  | { kind: 'seekTo'; fraction: number }
  | { kind: 'speed'; step: 1 | -1 }
  | { kind: 'volume'; step: 1 | -1 }
  | { kind: 'mute' }
  | { kind: 'captions' }
  | { kind: 'fullscreen' }
  | { kind: 'pictureInPicture' }
  | { kind: 'theatre' }
  | { kind: 'next' }
  | { kind: 'note' }
  | { kind: 'bookmark' }
  | { kind: 'help' }

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }

/** Where the focus is: in the player, on its seek bar, on nothing in particular, on another control of the page, or where text is typed. */
export type KeyTarget = 'player' | 'seekBar' | 'page' | 'control' | 'text'

const letters: Readonly<Record<string, PlayerAction>> = {
  k: { kind: 'toggle' },
  j: { kind: 'seek', seconds: -10 },
  l: { kind: 'seek', seconds: 10 },
  '<': { kind: 'speed', step: -1 },
  '>': { kind: 'speed', step: 1 },
  m: { kind: 'mute' },
  c: { kind: 'captions' },
  f: { kind: 'fullscreen' },
  p: { kind: 'pictureInPicture' },
  t: { kind: 'theatre' },
  w: { kind: 'note' },
  b: { kind: 'bookmark' },
  '?': { kind: 'help' },
}

const moves: Readonly<Record<string, PlayerAction>> = {
  ' ': { kind: 'toggle' },
  arrowleft: { kind: 'seek', seconds: -5 },
  arrowright: { kind: 'seek', seconds: 5 },
}

/** A slider moves by all arrows. */
const seekBarMoves: Readonly<Record<string, PlayerAction>> = {
  arrowup: { kind: 'seek', seconds: 5 },
  arrowdown: { kind: 'seek', seconds: -5 },
}

/** Outside the player these scroll the page. */
const playerMoves: Readonly<Record<string, PlayerAction>> = {
  arrowup: { kind: 'volume', step: 1 },
  arrowdown: { kind: 'volume', step: -1 },
  home: { kind: 'seekTo', fraction: 0 },
  end: { kind: 'seekTo', fraction: 1 },
}

/**
 * Returns the action of a key, as common video players have it; null for other keys. Letters, digits and signs work wherever no
 * text is typed, and can be turned off; space and arrows belong to a focused control.
 */
export function playerAction(event: Key, target: KeyTarget, withLetters: boolean): PlayerAction | null {
  if (target === 'text' || event.ctrlKey || event.metaKey || event.altKey) return null
  const key = event.key.toLowerCase()
  if (withLetters) {
    if (/^\d$/.test(key)) return { kind: 'seekTo', fraction: Number(key) / 10 }
    if (key === 'n') return event.shiftKey ? { kind: 'next' } : null
    const letter = letters[key]
    if (letter) return letter
  }
  if (target === 'control') return null
  if (target === 'page') return moves[key] ?? null
  return moves[key] ?? (target === 'seekBar' ? seekBarMoves[key] : null) ?? playerMoves[key] ?? null
}

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** "1.25×" */
export const speedText = (speed: number): string => `${speed}×`

/** The next faster or slower speed; stays at the ends. */
export function stepSpeed(speed: number, step: 1 | -1): number {
  const at = speeds.findIndex((one) => one >= speed)
  return speeds[Math.min(speeds.length - 1, Math.max(0, (at < 0 ? speeds.length - 1 : at) + step))] ?? 1
}

/** The volume one step (5 %) louder or quieter, 0 to 1. */
export const stepVolume = (volume: number, step: 1 | -1): number =>
  Math.round(Math.min(1, Math.max(0, volume + step * 0.05)) * 100) / 100

type Shortcut = {
  keys: readonly (string | MessageDescriptor)[]
  does: MessageDescriptor
  /** listed only where the player has it */
  only?: 'theatre' | 'notes'
}

/** The list of the help dialog. */
export const shortcuts: readonly Shortcut[] = [
  { keys: [msg`Space`, 'K'], does: msg`Play or pause` },
  { keys: ['J', 'L'], does: msg`10 seconds back or forward` },
  { keys: ['←', '→'], does: msg`5 seconds back or forward` },
  { keys: ['0', '…', '9'], does: msg`Jump to 0 % … 90 %` },
  { keys: ['<', '>'], does: msg`Slower or faster` },
  { keys: ['↑', '↓'], does: msg`Louder or quieter` },
  { keys: ['M'], does: msg`Sound on or off` },
  { keys: ['C'], does: msg`Captions on or off` },
  { keys: ['F'], does: msg`Full screen` },
  { keys: ['T'], does: msg`Theatre mode`, only: 'theatre' },
  { keys: ['P'], does: msg`Picture in picture` },
  { keys: ['Shift + N'], does: msg`Next lecture` },
  { keys: ['W'], does: msg`Write a note at this second`, only: 'notes' },
  { keys: ['B'], does: msg`Bookmark this second`, only: 'notes' },
  { keys: ['?'], does: msg`This list` },
]
