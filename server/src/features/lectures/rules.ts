import type { ErrorCode, LiveState, Role } from '@virtual-courses/contract'
import { Temporal } from 'temporal-polyfill'

export type Session = { state: LiveState; startTime: Date | null }

/**
 * Decides the session of a new lecture: none, or with the live option one at a time, which is required then (specification,
 * section 5). A time without an offset is read in `zone`.
 */
export function decideSession(
  wanted: { isLive?: boolean | undefined; liveStartTime?: string | null | undefined },
  zone: string,
): { session: Session } | { problem: ErrorCode } {
  if (!wanted.isLive) return { session: { state: 'none', startTime: null } }
  const text = wanted.liveStartTime
  if (!text || text === 'null') return { problem: 'live_time_needed' }
  const startTime = parseLocalTime(text, zone)
  return startTime ? { session: { state: 'scheduled', startTime } } : { problem: 'live_time_needed' }
}

/** Decides whether lectures may be reordered: each existing one must be named exactly once. */
export function decideOrder(
  current: readonly string[],
  wanted: readonly string[],
): { ok: true; changed: boolean } | { problem: ErrorCode } {
  const known = new Set(current)
  const complete = wanted.length === current.length && new Set(wanted).size === wanted.length
  if (!complete || !wanted.every((id) => known.has(id))) return { problem: 'lectures_changed' }
  return { ok: true, changed: wanted.some((id, place) => id !== current[place]) }
}

/**
 * Returns the section of each lecture after the lectures were put in the order `wanted`, so that each section is still one run of
 * lectures and the sections keep their order. As many lectures as possible stay in theirs; each of the others joins the lecture before
 * it. `sections` are in order; null is the run before the first one.
 */
export function regroup(
  wanted: readonly string[],
  sectionOf: ReadonlyMap<string, string | null>,
  sections: readonly string[],
): (string | null)[] {
  const ranks = new Map<string | null, number>([[null, 0], ...sections.map((id, index) => [id, index + 1] as const)])
  const order = wanted.map((id) => ranks.get(sectionOf.get(id) ?? null) ?? 0)
  // the longest run of lectures that ends here and whose sections do not go back, and the one before it in that run
  const best: { length: number; before: number }[] = []
  for (const [index, rank] of order.entries()) {
    let before = -1
    for (let other = 0; other < index; other++) {
      const fits = (order[other] ?? 0) <= rank
      if (fits && (best[other]?.length ?? 0) > (best[before]?.length ?? 0)) before = other
    }
    best.push({ length: (best[before]?.length ?? 0) + 1, before })
  }
  const staying = new Set<number>()
  const longest = best.reduce((end, { length }, index) => (length > (best[end]?.length ?? 0) ? index : end), -1)
  for (let index = longest; index >= 0; index = best[index]?.before ?? -1) staying.add(index)
  let rank = 0
  return order.map((own, index) => {
    if (staying.has(index)) rank = own
    return sections[rank - 1] ?? null
  })
}

export type WatchedLecture = { creatorId: string; published: boolean; removed: boolean; preview: boolean }

/**
 * Decides whether this viewer may watch a lecture: its owner, admins and enrolled students always, except that a removed course
 * is left to the enrolled; anyone a preview of a published course. For all others a draft is `not_found`.
 */
export function decideWatch(
  lecture: WatchedLecture,
  viewer: { id: string; role: Role } | null,
  enrolled: boolean,
): { ok: true } | { problem: ErrorCode } {
  if (enrolled) return { ok: true }
  if (lecture.removed) return { problem: 'not_found' }
  if (viewer && (viewer.id === lecture.creatorId || viewer.role === 'admin')) return { ok: true }
  if (!lecture.published) return { problem: 'not_found' }
  if (lecture.preview) return { ok: true }
  return { problem: viewer ? 'not_entitled' : 'unauthenticated' }
}

const dateTime = /^((?!00)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/

/**
 * Parses the date-time of a form field, `2026-12-01T18:30` with optional seconds and offset; without an offset it is local time in `zone`
 * (IANA). Of an hour that occurs twice it takes the first; a time that the clocks skip moves forward by the gap. Returns null for an
 * invalid date or time, such as 30 February.
 */
export function parseLocalTime(text: string, zone: string): Date | null {
  const [, wall, offset] = dateTime.exec(text) ?? []
  if (wall === undefined) return null
  try {
    const { epochMilliseconds } =
      offset === undefined ? Temporal.PlainDateTime.from(wall).toZonedDateTime(zone) : Temporal.Instant.from(text)
    return new Date(epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A line at the end of a part may be cut off in the middle of a word. */
const cutSeconds = 2

type Part = { from: number; seconds: number /** of the whole video */; length: number }

/**
 * Places the lines that were heard in a part of a video in the whole, and decides where the next part begins, null after the last one:
 * at the last line if that may be cut off, which is then heard again.
 */
export function nextPart<L extends { start: number; end: number }>(
  recognised: readonly L[],
  { from, seconds, length }: Part,
): { lines: L[]; from: number | null } {
  const end = from + seconds
  const lines = recognised
    .filter(({ start }) => start < seconds)
    .map((line) => ({ ...line, start: from + line.start, end: Math.min(end, from + line.end) }))
  if (end >= length) return { lines, from: null }
  const last = lines.at(-1)
  if (last && lines.length > 1 && last.end > end - cutSeconds && last.start > from + seconds / 2)
    return { lines: lines.slice(0, -1), from: last.start }
  return { lines, from: end }
}

/** Groups the ids of rows, in their order, so that each group has at most so many of them, and so many bytes unless it is a single one. */
export function pieces(
  rows: readonly { id: string; bytes: number }[],
  most: { bytes: number; count: number },
): string[][] {
  const groups: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const last = groups.at(-1)
    bytes += row.bytes
    if (last && bytes <= most.bytes && last.length < most.count) last.push(row.id)
    else {
      groups.push([row.id])
      bytes = row.bytes
    }
  }
  return groups
}
