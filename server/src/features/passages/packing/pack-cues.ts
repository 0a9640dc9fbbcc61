import { endsSentence, sentencesIn } from './clean-text.ts'
import { longestPassage, mostOfSource, type PackedPassage } from './passage.ts'
import type { Cue } from './read-cues.ts'

/** Seconds of a passage: from `least` on it ends at the end of a sentence or a pause, at `most` in any case. */
const length = { least: 30, most: 60 }
/** Seconds of silence that end what is said, and that no passage spans. */
const pause = 0.7
const longSilence = 20

/**
 * Packs what is said into passages of 30 to 60 seconds that end with a sentence or at a pause. None goes on over the start of a chapter;
 * `bounds` are their seconds. Shorter ones are left where a chapter or the video ends.
 */
export function packCues(cues: readonly Cue[], bounds: readonly number[]): PackedPassage[] {
  const packed: PackedPassage[] = []
  // parts of long cues may begin after the next one
  const pieces = cues.flatMap((cue) => split(cue, bounds)).sort((a, b) => a.start - b.start)
  let open: Cue[] = []
  let characters = 0
  const close = (count = open.length): void => {
    const own = open.slice(0, count)
    if (own.length > 0 && packed.length < mostOfSource) packed.push(passageOf(own))
    open = open.slice(count)
    characters = open.reduce((sum, { text }) => sum + text.length + 1, 0)
  }
  for (const [at, piece] of pieces.entries()) {
    const before = open.at(-1)
    if (before && (isBetween(bounds, before.start, piece.start) || piece.start - before.end > longSilence)) close()
    while (
      open.length > 0 &&
      (secondsWith(open, piece) > length.most || characters + piece.text.length > longestPassage)
    )
      close(lastBreak(open))
    open.push(piece)
    characters += piece.text.length + 1
    const next = pieces[at + 1]
    if (secondsOf(open) >= length.least && endsThere(piece, next)) close()
  }
  close()
  return packed
}

/** Of the first `count` cues; a cue may end after the next one, but not after many. */
const secondsOf = (cues: readonly Cue[], count = cues.length): number =>
  Math.max(...cues.slice(Math.max(0, count - 8), count).map(({ end }) => end)) - (cues[0]?.start ?? 0)
const secondsWith = (open: readonly Cue[], piece: Cue): number =>
  Math.max(piece.end, ...open.slice(-7).map(({ end }) => end)) - (open[0]?.start ?? piece.start)
const isBetween = (bounds: readonly number[], from: number, to: number): boolean =>
  bounds.some((bound) => bound > from && bound <= to)
const endsThere = (piece: Cue, next: Cue | undefined): boolean =>
  next === undefined || endsSentence(piece.text) || next.start - piece.end > pause

/** How many pieces of a passage that became too long stay in it: up to the last end of a sentence in its second half, or all. */
function lastBreak(open: readonly Cue[]): number {
  for (let count = open.length - 1; count > 0; count--) {
    const piece = open[count - 1]
    if (piece && secondsOf(open, count) >= length.least / 2 && endsThere(piece, open[count])) return count
  }
  return open.length
}

/** Splits a cue at the ends of its sentences, at chapters and at the maximum length, with times by the share of its characters. */
function split(cue: Cue, bounds: readonly number[]): Cue[] {
  const texts = sentencesIn(cue.text).flatMap((sentence) => {
    const share = (sentence.length / cue.text.length) * (cue.end - cue.start)
    const isLong = share > length.least || sentence.length > longestPassage / 2
    return isLong
      ? wordGroups(sentence, Math.max(share / (length.least / 2), sentence.length / (longestPassage / 2)))
      : [sentence]
  })
  const all = texts.reduce((sum, text) => sum + text.length, 0)
  const perCharacter = Math.max(0, cue.end - cue.start) / Math.max(1, all)
  let before = 0
  return texts.flatMap((text) => {
    const start = cue.start + before * perCharacter
    before += text.length
    return divide({ start, end: cue.start + before * perCharacter, text }, bounds)
  })
}

/** Divides what is said over the start of a chapter there, between two words. */
function divide(piece: Cue, bounds: readonly number[]): Cue[] {
  const bound = bounds.find((one) => one > piece.start && one < piece.end)
  if (bound === undefined) return [piece]
  const place = Math.round(((bound - piece.start) / (piece.end - piece.start)) * piece.text.length)
  const at = piece.text.lastIndexOf(' ', place)
  const parts = [
    { start: piece.start, end: bound, text: at < 0 ? '' : piece.text.slice(0, at) },
    { start: bound, end: piece.end, text: piece.text.slice(at + 1) },
  ]
  const [first, rest] = parts
  if (!first || !rest) return [piece]
  return [...(first.text === '' ? [] : [first]), ...divide(rest, bounds)]
}

/** Divides a text between words into about so many groups of the same length; a word longer than a group is cut. */
function wordGroups(text: string, count: number): string[] {
  const size = Math.max(40, Math.ceil(text.length / Math.max(1, Math.ceil(count))))
  const groups: string[] = []
  let open = ''
  for (const word of text.split(' ').flatMap((one) => one.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [])) {
    if (open !== '' && open.length + word.length >= size) {
      groups.push(open)
      open = ''
    }
    open = open === '' ? word : `${open} ${word}`
  }
  return open === '' ? groups : [...groups, open]
}

const tenth = (seconds: number): number => Math.round(seconds * 10) / 10

function passageOf(pieces: readonly Cue[]): PackedPassage {
  const marks: [number, number][] = []
  let text = ''
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1]
    if (text !== '') text += ' '
    if (!before || endsThere(before, piece)) marks.push([text.length, tenth(piece.start)])
    text += piece.text
  }
  return {
    start: tenth(pieces[0]?.start ?? 0),
    end: tenth(Math.max(...pieces.map(({ end }) => end))),
    text,
    marks,
  }
}
