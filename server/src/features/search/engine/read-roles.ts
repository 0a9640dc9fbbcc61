import type { Level } from '@virtual-courses/contract'
import type { QuestionRead, Reader, Role as ReadRole } from '../reader/reader.ts'
import type { Token } from '../reader/tokens.ts'
import type { readFilters, StatedFilters, Unstated } from './read-query.ts'
import type { CompiledLexicon } from './words/lexicon.ts'
import { stem } from './words/words.ts'

/** A word as it is searched for, with its role; `from` is the place of the written one. */
export type Item = { word: string; role: ReadRole; from: number; sentence: number; unwanted: boolean }

export const isSubject = ({ role }: Item): boolean =>
  role === 'S' || role === 'C' || role === 'X' || role === 'T' || role === 'P'

/** In so few words even the reader's silence is no proof. */
const fewTokens = 3

/** A question that was read without any subject has one all the same, unless nothing in it can be one: its names, or its rarer words. */
export function withSubject(
  read: QuestionRead,
  tokens: readonly Token[],
  frequency: Reader['frequency'],
): QuestionRead {
  if (read.roles.some((role) => role !== 'F')) return read
  const isMarkup = tokens.some(({ before }) => before === '<')
  const isLong = tokens.length > fewTokens && !tokens.some(({ topic }) => topic)
  if (isMarkup || (read.intent.none > 0.9 && isLong)) return read
  const isRare = ({ word }: Token): boolean => word.length > 2 && frequency(word) <= 1
  const test = tokens.some(({ topic }) => topic) ? ({ topic }: Token) => topic : isRare
  return { ...read, roles: tokens.map((token) => (test(token) ? 'S' : 'F')) }
}

/** For each word whether it belongs to a name of the lexicon. */
export function topicsIn(words: readonly string[], lexicon: CompiledLexicon): boolean[] {
  const stems = words.map(stem)
  const inside = words.map(() => false)
  for (let at = 0; at < stems.length; at++)
    for (let length = Math.min(lexicon.longestEntry, stems.length - at); length > 0; length--)
      if (lexicon.entries.has(stems.slice(at, at + length).join(' '))) {
        inside.fill(true, at, at + length)
        break
      }
  return inside
}

const levelOf: Partial<Record<ReadRole, Level>> = { LB: 'Beginner', LI: 'Intermediate', LA: 'Advanced' }
/** Roles of what is not wanted. */
export const unwantedRoles: ReadonlySet<ReadRole> = new Set<ReadRole>(['X', 'XB', 'XA'])

/** What is stated in words that everybody uses, and beyond them what the reader took for it. */
export function filtersIn(
  { roles, intent }: QuestionRead,
  stated: ReturnType<typeof readFilters>['filters'],
): Omit<StatedFilters, Exclude<Unstated, 'notLevel'>> {
  const has = (role: ReadRole): boolean => roles.includes(role)
  const level = stated.level ?? roles.map((role) => levelOf[role]).find((one) => one !== undefined) ?? null
  return {
    free: stated.free || has('FR'),
    cheap: stated.cheap || has('CH'),
    level,
    levelHint: stated.levelHint ?? (has('HB') || intent.career > 0.5 ? 'Beginner' : null),
    notLevel: has('XB') && level !== 'Beginner' ? 'Beginner' : has('XA') && level !== 'Advanced' ? 'Advanced' : null,
    inHindi: stated.inHindi || has('HI'),
  }
}

/** The subjects of a search that wants any of several, or compares them: each as the places of its concepts. */
export function alternativesIn(
  concepts: readonly { role: string; at?: readonly [number, number] }[],
  { shape }: QuestionRead,
  items: readonly Item[],
): number[][] {
  if (shape !== 'either' && shape !== 'compare') return []
  const groups: number[][] = []
  let last = -2
  for (const [place, { role, at }] of concepts.entries()) {
    if (role === 'context' || at === undefined) continue
    const apart = items.slice(last + 1, at[0]).some(({ role: between }) => between === 'F') || last < 0
    if (apart) groups.push([place])
    else groups.at(-1)?.push(place)
    last = at[1] - 1
  }
  return groups.length > 1 ? groups : []
}
