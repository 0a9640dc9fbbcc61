import type { PackedPassage } from '../packing/passage.ts'
import { type Concept, hashTerm, passageTerms } from '../packing/terms.ts'

/** The second at which the sentence begins that has most of what a question names; null in a text. */
export function bestSecond({ text, marks, start }: PackedPassage, concepts: readonly Concept[]): number | null {
  if (start === null) return null
  let best = { second: start, found: 0 }
  for (const [at, [from, second]] of marks.entries()) {
    const own = new Set(passageTerms(text.slice(from, marks[at + 1]?.[0])).terms.map(hashTerm))
    const worth = (concept: Concept): number =>
      Math.max(0, ...concept.terms.map((term) => (own.has(term.hash) ? term.worth : 0)))
    const found = concepts.reduce((sum, concept) => sum + worth(concept), 0)
    if (found > best.found) best = { second, found }
  }
  return best.second
}
