import { msg } from '@lingui/core/runtime-macro'
import { maxCaptionsLength } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Sentence } from '#core/languages/language.ts'
import { cleanCueText, escapeText } from './cue-text.ts'

const time = String.raw`(?:(\d{1,3})\s*:\s*)?(\d{1,3})\s*:\s*(\d{1,2})(?:\s*[.,]\s*(\d{1,9}))?`
/** Timings as players accept them: hours and milliseconds may be missing, spaces are optional, positions may follow. */
const timing = new RegExp(String.raw`^\s*${time}\s*-{1,2}>\s*${time}(?:\s.*)?$`)
/** A line that is meant as timings, whether they are valid or not, but not code such as "n --> 0" or "A --> B". */
const timingLike = /^\s*\d+\s*:[\d:.,; ]*-{1,2}>|^[^<]{0,20}-->\s*\d+:\d/
const index = /^\s*\p{Nd}+\s*$/u
const maxCues = 20_000
/** Maximum and minimum time in milliseconds for which a caption is shown whose end equals its start. */
const instant = { longest: 2000, shortest: 100 }
/** WebVTT blocks that are not captions. They are dropped, because uploaded styles must not reach the player. */
const others = /^(?:NOTE|STYLE|REGION)(?:[\s:]|$)/

type Cue = { start: number; end: number; text: string }

const wrong = (sentence?: Sentence): DomainError => new DomainError('wrong_captions', sentence)

/**
 * Parses a WebVTT or SubRip file as leniently as players do and returns plain WebVTT: cues sorted by time, with only their text. "<", ">"
 * and "&" are text in SubRip, and in WebVTT where they do not form one of its tags. Throws wrong_captions with a message that names the
 * line.
 */
export function readCaptions(file: string): string {
  const lines = file
    .replaceAll('\ufeff', '')
    .replaceAll('\r\r\n', '\n')
    .split(/\r\n|\r|\n/)
  const damaged = lines.findIndex((line) => line.includes('\ufffd'))
  if (damaged >= 0)
    throw wrong(
      msg`Line ${{ line: damaged + 1 }}: this file is not written in UTF-8. Save it with the encoding UTF-8 and try again.`,
    )
  const first = lines.findIndex((line) => line.trim() !== '')
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[first] ?? '')
  const cues = findCues(isVtt ? withoutBlocks(lines, first) : lines, isVtt)
  if (cues.length === 0) {
    const words = lines.findIndex((line, at) => line.trim() !== '' && !(isVtt && at === first))
    if (words < 0) throw wrong()
    throw wrong(
      msg`Line ${{ line: words + 1 }}: these are no captions. Each needs its times, such as 00:00:01.000 --> 00:00:04.000`,
    )
  }
  const spoken = withLengths(cues)
  if (spoken.length === 0) throw wrong()
  if (spoken.length > maxCues) throw wrong(msg`This file has too many captions: at most 20,000 fit`)
  const vtt = `WEBVTT\n\n${spoken.map(cueOf).join('\n')}`
  if (vtt.length > maxCaptionsLength) throw wrong(msg`This file is too long: captions have at most 3,00,000 characters`)
  return vtt
}

/** Replaces the header and blocks that are not captions by empty lines, so that line numbers do not change. */
function withoutBlocks(lines: readonly string[], first: number): string[] {
  const kept = [...lines]
  for (let at = first; at < kept.length; at++) {
    const begins = at === 0 || (lines[at - 1] ?? '').trim() === ''
    const isHead = at === first
    if (!isHead && !(begins && others.test(lines[at] ?? ''))) continue
    // captions may follow the header without an empty line
    for (; at < kept.length && (kept[at] ?? '').trim() !== '' && !(isHead && timing.test(kept[at] ?? '')); at++)
      kept[at] = ''
    at--
  }
  return kept
}

/** Splits lines into cues: the text of a cue ends at the number, name or timings of the next one. */
function findCues(lines: readonly string[], isVtt: boolean): Cue[] {
  const cues: Cue[] = []
  const isEmpty = (at: number): boolean => (lines[at] ?? '').trim() === ''
  const places = lines.flatMap((line, at) => (line.includes('>') && timing.test(line) ? [at] : []))
  const numbered = index.test(lines[(places[0] ?? 0) - 1] ?? '')
  /** Returns the line at which the text before a cue ends. */
  const endBefore = (place: number, ordinal: number): number => {
    let last = place - 1
    while (last >= 0 && isEmpty(last)) last--
    const line = lines[last] ?? ''
    const isOrdinal = index.test(line) && Number(line) === ordinal
    if (last < place - 1) return isOrdinal ? last : place
    const alone = isEmpty(last - 1)
    const isName = alone ? isVtt || index.test(line) : isOrdinal || (numbered && index.test(line))
    return isName ? last : place
  }
  const before = lines.slice(0, places[0] ?? lines.length).findIndex((line) => timingLike.test(line))
  if (before >= 0) throw unreadable(before)
  for (const [order, place] of places.entries()) {
    const next = places[order + 1]
    const own = lines.slice(
      place + 1,
      next === undefined ? lines.length : Math.max(place + 1, endBefore(next, order + 2)),
    )
    const broken = own.findIndex((line) => timingLike.test(line))
    if (broken >= 0) throw unreadable(place + 1 + broken)
    cues.push({ ...readTimes(lines[place] ?? '', place), text: cleanCueText(own, isVtt) })
  }
  return cues
}

const unreadable = (at: number): DomainError =>
  wrong(msg`Line ${{ line: at + 1 }}: these times cannot be read. Write them as 00:00:01.000 --> 00:00:04.000`)

function readTimes(line: string, at: number): { start: number; end: number } {
  const parts = timing.exec(line) ?? []
  const [start, end] = [parts.slice(1, 5), parts.slice(5, 9)].map(([hours, minutes, seconds, fraction = '']) => {
    if (Number(seconds) > 60 || (hours !== undefined && Number(minutes) > 60)) throw unreadable(at)
    const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
    return whole * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  })
  if (start === undefined || end === undefined) throw unreadable(at)
  if (end < start) throw wrong(msg`Line ${{ line: at + 1 }}: this caption ends before it begins`)
  return { start, end }
}

/** Sorts cues by time. A caption without a duration is shown until the next one, for a limited time. */
function withLengths(cues: readonly Cue[]): Cue[] {
  const spoken = cues.filter(({ text }) => text !== '').toSorted((a, b) => a.start - b.start)
  let next = Number.POSITIVE_INFINITY
  return spoken
    .toReversed()
    .map((cue, at, reversed) => {
      const later = reversed[at - 1]?.start
      if (later !== undefined && later > cue.start) next = later
      const end = Math.max(cue.start + instant.shortest, Math.min(next, cue.start + instant.longest))
      return cue.end > cue.start ? cue : { ...cue, end }
    })
    .toReversed()
}

const cueOf = ({ start, end, text }: Cue): string => `${clock(start)} --> ${clock(end)}\n${text}\n`

/** Formats plain text and its times in seconds as a cue. */
export const writeCue = ({ start, end, text }: Cue): string =>
  cueOf({ start: Math.round(start * 1000), end: Math.round(end * 1000), text: escapeText(text) })

const two = (value: number): string => String(value).padStart(2, '0')
const clock = (ms: number): string =>
  `${two(Math.floor(ms / 3600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
