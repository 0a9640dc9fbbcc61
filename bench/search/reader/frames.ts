import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Intent, Role, Shape } from '../../../server/src/features/search/reader/reader.ts'

/** Draws numbers from a seed: xorshift. */
export type Draw = {
  next(): number
  below(limit: number): number
  chance(part: number): boolean
  of<T>(list: readonly T[]): T
}

export function createDraw(seed: number): Draw {
  let state = seed >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (part) => next() < part,
    of(list) {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('There is nothing to draw from')
      return one
    },
  }
}

/** A part of a question, its words all of one role before function words become frame. */
export type Segment = { text: string; role: Role; slot: string }
export type Frame = { group: string; text: string }

const file = (name: string): unknown => parse(readFileSync(join(import.meta.dirname, 'data', name), 'utf8'))
const commas = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
// The files are this program's own; their form is held by its test.
export const readFrames = (): Frame[] =>
  Object.entries(file('frames.yaml') as Record<string, string[]>).flatMap(([group, texts]) =>
    texts.map((text) => ({ group, text })),
  )
export const readNames = (name: string): Record<string, string[]> =>
  Object.fromEntries(Object.entries(file(name) as Record<string, string>).map(([kind, text]) => [kind, commas(text)]))

/** Returns one way to say a frame: of `(a|b)` one, at any depth. */
export function expand(text: string, draw: Draw): string {
  let out = text
  for (let round = 0; round < 200; round++) {
    const inner = /\(([^()]*)\)/.exec(out)
    if (!inner) break
    const [whole, body = ''] = inner
    // code in frames without a subject has brackets that are no choice
    if (!body.includes('|')) out = out.replace(whole, `\u0001${body}\u0002`)
    else out = out.replace(whole, () => draw.of(body.split('|')))
  }
  return out.replaceAll('\u0001', '(').replaceAll('\u0002', ')').replace(/ +/g, ' ').trim()
}

const slotRoles: Readonly<Record<string, Role>> = {
  s: 'S',
  v: 'S',
  g: 'S',
  m: 'S',
  w: 'S',
  h: 'S',
  d: 'S',
  dd: 'S',
  o: 'S',
  z: 'S',
  e: 'S',
  f: 'S',
  i: 'S',
  u: 'F',
  n: 'F',
  c: 'C',
  j: 'C',
  k: 'C',
  y: 'C',
  r: 'C',
  x: 'X',
  p: 'P',
  t: 'T',
}

/** Returns the segments of a said frame, slots filled by `fill`. */
export function segmentsOf(text: string, fill: (slot: string) => string): Segment[] {
  const segments: Segment[] = []
  const add = (part: string, role: Role): void => {
    for (const piece of part.split(/(\{[a-z]+\})/)) {
      const slot = /^\{([a-z]+)\}$/.exec(piece)?.[1]
      if (slot === undefined) {
        if (piece.trim() !== '') segments.push({ text: piece.trim(), role, slot: '' })
      } else segments.push({ text: fill(slot), role: role === 'F' ? (slotRoles[slot] ?? 'S') : role, slot })
    }
  }
  let rest = text
  for (;;) {
    const found = /\[([A-Z]{1,2}) ([^\]]*)\]/.exec(rest)
    if (!found) break
    add(rest.slice(0, found.index), 'F')
    add(found[2] ?? '', found[1] as Role) // the roles of brackets are those of the reader
    rest = rest.slice(found.index + found[0].length)
  }
  add(rest, 'F')
  return segments
}

const shapeOf: Readonly<Record<string, Shape>> = { either: 'either', compare: 'compare', title: 'title' }
const paths = /^(?:\(switch|from \{|\(road \?map\|path\|learning path\) from)/

/** What a frame asks for as a whole. */
export function askedBy({ group, text }: Frame): { intent: Intent; shape: Shape } {
  const intent: Intent =
    group === 'off' || /mausam|मौसम/.test(text)
      ? 'off'
      : group === 'career' || text.includes('{w}')
        ? 'career'
        : group === 'none'
          ? 'none'
          : 'learn'
  const eitherHindi = /\}\)? \((?:ya|या)\|/.test(text)
  const compareHindi = /(?:aur|और) .*(?:fark|अंतर)|behtar hai ya/.test(text)
  const shape = paths.test(text)
    ? 'path'
    : eitherHindi
      ? 'either'
      : compareHindi
        ? 'compare'
        : (shapeOf[group] ?? 'one')
  return { intent, shape }
}
