import type { SpokenLine } from '#ports/transcriber.ts'
import { matchWords } from './match-words.ts'
import { maxLine, type TranscriptWord } from './transcript-words.ts'

/**
 * Share of the words of the text, or of the recognised words if there are fewer, that must match. At most a third matches in an unrelated
 * text.
 */
const leastFound = 0.4
/** Maximum and usual time in seconds to speak one written character. */
const slowest = 0.15
const usual = 0.07
/**
 * Seconds of silence that end a caption, maximum and minimum seconds that a caption is shown, and seconds that it stays after its last
 * word.
 */
const pause = 1.2
const longest = 7
const shortest = 0.7
const stays = 0.6
/** Maximum number of characters of a caption: two lines. */
const maxText = 2 * maxLine

type Timed = TranscriptWord & { start: number; end: number }

/**
 * Makes captions from a transcript and the words recognised in the video, split at ends of sentences, at pauses and after two lines.
 * Returns null when the text is not what is said.
 */
export async function timeTranscript(
  words: readonly TranscriptWord[],
  recognised: readonly SpokenLine[],
  seconds: number,
): Promise<SpokenLine[] | null> {
  const text = words.flatMap(({ spoken }) => spoken)
  const pairs = await matchWords(
    text,
    recognised.map((line) => line.text),
  )
  if (pairs.length === 0 || pairs.length < leastFound * Math.min(text.length, recognised.length)) return null
  return captionsOf(timeWords(words, new Map(pairs), recognised, seconds), seconds)
}

/** Assigns times to each word: those of its matched spoken words, or a share of the time between its neighbours. */
function timeWords(
  words: readonly TranscriptWord[],
  found: ReadonlyMap<number, number>,
  recognised: readonly SpokenLine[],
  seconds: number,
): Timed[] {
  let index = 0
  const known = words.map(({ spoken }) => {
    const lines = spoken.flatMap(() => recognised[found.get(index++) ?? -1] ?? [])
    const [first, last] = [lines[0], lines.at(-1)]
    return first && last ? { start: first.start, end: last.end } : null
  })
  const timed: Timed[] = []
  for (let at = 0; at < words.length; ) {
    const times = known[at]
    const word = words[at]
    if (times && word) {
      timed.push({ ...word, ...times })
      at++
      continue
    }
    let next = at + 1
    while (next < words.length && !known[next]) next++
    timed.push(...spread(words.slice(at, next), timed.at(-1)?.end ?? null, known[next]?.start ?? null, seconds))
    at = next
  }
  return timed
}

/** Distributes unmatched words over the time between `after` and `before`, by length; null is the start or the end of the video. */
function spread(
  words: readonly TranscriptWord[],
  after: number | null,
  before: number | null,
  seconds: number,
): Timed[] {
  const length = words.reduce((sum, { text }) => sum + text.length + 1, 0)
  const room = Math.max(0, (before ?? seconds) - (after ?? 0))
  const each = Math.min(room / length, after === null || before === null ? usual : slowest)
  let at = after === null ? (before ?? seconds) - each * length : after
  return words.map((word) => {
    const start = at
    at += each * (word.text.length + 1)
    return { ...word, start, end: at }
  })
}

const endsSentence = /[.!?…][\p{Pe}\p{Pf}'"]*$/u
const endsClause = /[,;:–—][\p{Pe}\p{Pf}'"]*$/u

function captionsOf(words: readonly Timed[], seconds: number): SpokenLine[] {
  const groups: Timed[][] = []
  let group: Timed[] = []
  const close = (size = group.length): void => {
    if (size > 0) groups.push(group.slice(0, size))
    group = group.slice(size)
  }
  for (const word of words) {
    const [first, previous] = [group[0], group.at(-1)]
    if (first && previous) {
      const over = linesOf([...group, word]) === null || word.end - first.start > longest
      if (previous.last || word.start - previous.end > pause) close()
      else if (over) close(placeToCut(group))
    }
    group.push(word)
    if (endsSentence.test(word.text) && textOf(group).length > maxLine / 2) close()
  }
  close()
  return groups.map((one, index) => {
    const start = one[0]?.start ?? 0
    const next = groups[index + 1]?.[0]?.start ?? seconds
    const wanted = Math.max((one.at(-1)?.end ?? 0) + stays, start + shortest)
    // neighbours without times of their own are shown together, rather than not at all
    const end = next - start > shortest / 2 ? Math.min(wanted, next) : start + shortest
    return { start, end, text: linesOf(one) ?? textOf(one) }
  })
}

/** Returns the number of words before the best cut: after the end of a sentence or clause in the second half, else all. */
function placeToCut(group: readonly Timed[]): number {
  for (const ends of [endsSentence, endsClause]) {
    const at = group.findLastIndex(({ text }) => ends.test(text))
    if (at + 1 >= group.length / 2) return at + 1
  }
  return group.length
}

const textOf = (words: readonly Timed[]): string => words.map(({ text }) => text).join(' ')

/** Lays out words on one line, or on two of similar lengths; returns null when they do not fit. */
function linesOf(words: readonly Timed[]): string | null {
  const text = textOf(words)
  if (text.length <= maxLine) return text
  if (text.length > maxText + 1) return null
  let best: string | null = null
  let smallest = Number.POSITIVE_INFINITY
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) {
    const larger = Math.max(at, text.length - at - 1)
    if (larger > maxLine || larger >= smallest) continue
    smallest = larger
    best = `${text.slice(0, at)}\n${text.slice(at + 1)}`
  }
  return best
}
