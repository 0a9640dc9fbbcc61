import { sanitiseLine, visibleText } from '#core/answers/sanitise-line.ts'
import { endsSentence } from '../text/sentences.ts'

/** A sentence of a model with the handles of the passages that it cites; at least one. `before` stands between it and the one before. */
export type CitedSentence = { text: string; handles: number[]; before: '' | ' ' | '\n' | '\n\n' }

/** Most passages of one answer: a known handle is one sign of this block inside of the writer, which no cut divides. */
export const mostHandles = 40
const firstSign = 0x2460
const signs = /[\u2460-\u24ff]/gu
/** Characters of a sentence; a longer one is left out. Of an answer, and times that a sentence may come. */
const limits = { sentence: 700, answer: 4000, repeats: 1 }

const wholeHandle = /^\[cite:\d{1,2}(?:, ?(?:cite:)?\d{1,2})*\]$/
/** Longest text between brackets that may still become a handle. */
const longestHandle = 60
/** What is left of handles that are none: half-written, unknown, in other letters. */
const remains = /[([{]?\s*cite\s*:\s*[\d,\s]*(?:cite\s*:\s*[\d,\s]*)*[)\]}]?/giu

/** Harmless text without what is left of handles; a space in its place joins nothing to an address, and what it joins is looked at again. */
const withoutRemains = (text: string): string => sanitiseLine(sanitiseLine(text).replace(remains, ' '))

const handleSign = (handle: number): string => String.fromCharCode(firstSign + handle - 1)

/**
 * Turns what a model writes into sentences with citations, on the stream and the same however it is cut into pieces. `[cite:n]` of a handle
 * in `known` is a citation; other handles are dropped. A sentence without a citation is dropped; the citation may also follow its full stop.
 */
export function createCitedWriter(known: ReadonlySet<number>) {
  /** brackets whose end is still on its way */
  let held = ''
  /** half of a character whose other half is still on its way */
  let half = ''
  let sentence = ''
  let tooLong = false
  let gap: CitedSentence['before'] = ''
  let length = 0
  let hasWritten = false
  const seen = new Map<string, number>()
  let out: CitedSentence[] = []

  const flush = (): void => {
    const written = sentence.trim()
    sentence = ''
    const dropped = tooLong
    tooLong = false
    if (written === '' || dropped) return
    const handles = [...new Set(Array.from(written.matchAll(signs), ([sign]) => sign.charCodeAt(0) - firstSign + 1))]
    const marker = /^[-*•] +/.test(written) ? '- ' : (/^\d{1,2}[.)] +/.exec(written)?.[0] ?? '')
    const plain = withoutRemains(written.replace(/^(?:[-*•]|\d{1,2}[.)]) +/, '').replace(signs, ''))
      .replace(/ +(?=[.,;:?!।](?: |$))/g, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (handles.length === 0 || !/\p{L}/u.test(plain) || length >= limits.answer) return
    const times = seen.get(plain) ?? 0
    seen.set(plain, times + 1)
    if (times >= limits.repeats) return
    const text = `${marker}${plain}`
    const before = length === 0 ? '' : gap || (marker === '' ? ' ' : '\n')
    length += text.length
    gap = ''
    hasWritten = true
    out.push({ text, handles, before })
  }
  /** Signs that begin a sentence belong to the one before, which waits for them. */
  const isOnlySigns = (text: string): boolean => text !== '' && text.replace(signs, '').trim() === ''

  const put = (character: string): void => {
    if (character === '\n') {
      flush()
      gap = gap === '\n' || gap === '\n\n' ? '\n\n' : '\n'
      return
    }
    // a full stop ends a sentence once something else than a citation follows
    if (character !== ' ' && !/[\u2460-\u24ff]/.test(character) && / $/.test(sentence)) {
      if (endsSentence(sentence.replace(signs, '').trim()) && !isOnlySigns(sentence)) flush()
    }
    if (character === ' ' && (sentence === '' || sentence.endsWith(' '))) return
    if (sentence.length >= limits.sentence) tooLong = true
    else sentence += character
  }
  const putAll = (text: string): void => {
    for (const character of text) put(character)
  }
  /** Ends a bracket: a citation, or text without what looks like one. */
  const close = (): void => {
    const text = held
    held = ''
    if (wholeHandle.test(text)) {
      for (const [digits] of text.matchAll(/\d+/g))
        if (known.has(Number(digits)) && Number(digits) <= mostHandles) put(handleSign(Number(digits)))
      return
    }
    if (/^\[\s*c(?:i(?:t(?:e.*)?)?)?\]?$/isu.test(text)) return
    putAll(text)
  }
  const take = (character: string): void => {
    if (held !== '') {
      if (character === '[' || character === '\n') {
        close()
      } else {
        held += character
        if (character === ']' || held.length > longestHandle) close()
        return
      }
    }
    if (character === '[') held = '['
    // the writer's own signs are none of the model's
    else if (/[\u2460-\u24ff]/.test(character)) putAll(character.normalize('NFKC'))
    else put(character)
  }
  const drain = (): CitedSentence[] => {
    const drained = out
    out = []
    return drained
  }
  return {
    /** Returns the sentences that are complete with a further piece. */
    write(piece: string): CitedSentence[] {
      const joined = half + piece
      half = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? ''
      for (const character of visibleText(half ? joined.slice(0, -1) : joined)) take(character)
      return drain()
    },
    /** What is left when the model has ended. */
    end(): CitedSentence[] {
      if (held !== '') close()
      flush()
      return drain()
    },
    /** nothing more is written */
    full: (): boolean => length >= limits.answer,
    /** whether a sentence came through */
    hasWritten: (): boolean => hasWritten,
  }
}
