import { msg } from '@lingui/core/runtime-macro'
import { courseLink, priceText, titleText } from '#core/answers/course-link.ts'
import { plainLine, sanitiseLine, visibleText } from '#core/answers/sanitise-line.ts'
import { english, type Say } from '#core/languages/language.ts'
import { withoutPrices } from './without-prices.ts'

/** A course that the model may cite. `price` in rupees. */
export type CitableCourse = { id: string; title: string; price: number | null }

const listed = msg`(price as listed)`

const citation = /\[\[([\w-]{1,64})\]\]/g
/** Characters of one answer, links per course, and times that the same sentence may come. */
const limits = { answer: 6000, links: 2, repeats: 2 }

/**
 * Turns what a model writes into what a reader gets, on the stream: `[[id]]` of a course in `courses` becomes link and price,
 * anything else sanitised text without prices other than `named`. The answer is the same however the text was cut into pieces.
 * `courses` may grow while the model writes.
 */
export function writeAnswer(
  courses: ReadonlyMap<string, CitableCourse>,
  named: ReadonlySet<string>,
  say: Say = english,
) {
  const segments = cutSegments()
  const linked = new Map<string, number>()
  const seen = new Map<string, number>()
  let length = 0
  /** what the answer ends with, as far as it matters to what may come next */
  let tail: 'start' | 'text' | ' ' | '\n' | '\n\n' = 'start'

  const cite = (course: CitableCourse): string => {
    const times = linked.get(course.id) ?? 0
    linked.set(course.id, times + 1)
    if (times >= limits.links) return titleText(course.title)
    return times === 0 ? `${courseLink(course)} (${priceText(course.price, say)})` : courseLink(course)
  }
  /** Citations are at the odd indexes of the split. A blank keeps the text before a link from becoming part of it. */
  const rewrite = (line: string): string => {
    const marker = /^[-*+] /.test(line) ? '- ' : ''
    const written = line
      .slice(marker.length)
      .split(citation)
      .map((part, place) => {
        if (place % 2 === 0) return withoutPrices(sanitiseLine(part), named, say(listed))
        const course = courses.get(part)
        return course ? cite(course) : ''
      })
      .join(' ')
      .replace(/ +/g, ' ')
      .replace(/ (?=[.,;:?)](?: |$))/g, '')
      .trim()
    return written && marker + written
  }
  const put = ({ text, end }: Segment): string => {
    const line = plainLine(text)
    const times = seen.get(line) ?? 0
    if (line.length > 20) seen.set(line, times + 1)
    const written = times >= limits.repeats ? '' : rewrite(line)
    let out = ''
    if (written !== '') {
      out = tail === 'text' ? ` ${written}` : written
      tail = 'text'
    }
    if (end === ' ' && tail === 'text') [out, tail] = [`${out} `, ' ']
    if (end === '\n' && tail !== 'start' && tail !== '\n\n') [out, tail] = [`${out}\n`, tail === '\n' ? '\n\n' : '\n']
    return out
  }
  const putAll = (all: readonly Segment[]): string => {
    let out = ''
    for (const one of all) {
      if (length >= limits.answer) break
      const next = put(one)
      length += next.length
      out += next
    }
    return out
  }
  return {
    /** What the reader gets for a further piece; "" while a sentence is not at its end. */
    write: (piece: string): string => putAll(segments.push(piece)),
    /** What is left when the model has ended. */
    end: (): string => putAll(segments.rest()),
    /** nothing more is written: the answer has its greatest length */
    full: (): boolean => length >= limits.answer,
  }
}

/** A sentence, a line, or a part of one, and what comes after it. */
type Segment = { text: string; end: ' ' | '\n' | '' }

/** After so many characters the next blank ends a segment; after `mostInSegment`, the next character does. Numbers are not cut. */
const enoughInSegment = 240
const mostInSegment = 400
const longestNumber = 40
const endsNumber = (text: string): boolean => /(?:[\p{Nd}₹$€£%+(-]|percent|rs\.?|inr|usd)$/iu.test(text)

/** "Rs. 499" is one sentence. */
const endsSentence = (text: string): boolean => /[.!?।]$/.test(text) && !/(?:^|\P{L})rs\.$/iu.test(text)

/**
 * Cuts a text that comes in pieces into segments. Where it cuts depends on the text alone, not on the pieces: rules over
 * segments give the same answer whatever the pieces were.
 */
function cutSegments() {
  let text = ''
  /** half of a character whose other half is still on its way */
  let half = ''

  const take = (end: Segment['end']): Segment => {
    const segment = { text, end }
    text = ''
    return segment
  }
  return {
    push(piece: string): Segment[] {
      const joined = half + piece
      half = /[\ud800-\udbff]$/.exec(joined)?.[0] ?? ''
      const segments: Segment[] = []
      for (const sign of visibleText(half ? joined.slice(0, -1) : joined)) {
        if (sign === '\n') segments.push(take('\n'))
        else if (sign === ' ') {
          if (text === '') continue
          if (endsSentence(text) || (text.length >= enoughInSegment && !endsNumber(text))) segments.push(take(' '))
          else if (!text.endsWith(' ')) text += ' '
        } else {
          text += sign
          if (text.length >= mostInSegment && (!endsNumber(text) || text.length >= mostInSegment + longestNumber))
            segments.push(take(' '))
        }
      }
      return segments
    },
    rest: (): Segment[] => (text === '' ? [] : [take('')]),
  }
}
