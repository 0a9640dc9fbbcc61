import { stem, wordsOf } from '../../search/index.ts'
import type { PackedPassage } from '../packing/passage.ts'

/**
 * The second at which the sentence begins that has most of a question's stems, a sentence of one line being worth as much as one of two;
 * null in a text.
 */
export function bestSecond({ text, marks, start }: PackedPassage, stems: ReadonlySet<string>): number | null {
  if (start === null) return null
  let best = { second: start, found: 0 }
  for (const [at, [from, second]] of marks.entries()) {
    const sentence = text.slice(from, marks[at + 1]?.[0])
    const own = new Set(wordsOf(sentence).map(stem))
    const found = [...stems].filter((one) => own.has(one)).length
    if (found > best.found) best = { second, found }
  }
  return best.second
}
