import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Passage } from '../passage.ts'
import { contentWords } from '../text/content-words.ts'
import { kindOfSentence } from '../text/kind-of-sentence.ts'
import { sentencesOf } from '../text/sentences.ts'
import { countStems, weightOf } from './choose-sentences.ts'

/** Texts are sanitised. */
export type GapQuestion = { question: string; answer: string; passage: Passage }

const most = 5
const words = { fewest: 6, most: 28 }
const gap = '_____'
const written = /[\p{L}\p{N}][\p{L}\p{M}\p{N}+#'’-]*/gu

/** Makes questions of a lecture's own sentences by leaving out the word that the lecture is most about, in the order of the lecture. */
export function gapQuestions(passages: readonly Passage[]): GapQuestion[] {
  const counts = countStems(passages)
  const asked = new Set<string>()
  const candidates = passages
    .flatMap((passage, place) =>
      sentencesOf(passage.text).map((sentence) => ({ sentence: sanitiseLine(sentence), passage, place })),
    )
    .filter(({ sentence }) => {
      const length = sentence.split(' ').length
      return length >= words.fewest && length <= words.most && !sentence.endsWith('?')
    })
    .map((one) => ({
      ...one,
      weight: weightOf(one.sentence, counts) + (kindOfSentence(one.sentence) === 'definition' ? 1 : 0),
    }))
    .sort((a, b) => b.weight - a.weight)
  const chosen: (GapQuestion & { place: number })[] = []
  for (const { sentence, passage, place } of candidates) {
    if (chosen.length === most) break
    if (chosen.filter((one) => one.passage === passage).length >= 2) continue
    const answer = leftOut(sentence, counts)
    const [word] = answer === null ? [] : contentWords(answer)
    if (answer === null || !word || asked.has(word.stem)) continue
    asked.add(word.stem)
    const question = sentence.replace(written, (word) => (word.toLowerCase() === answer.toLowerCase() ? gap : word))
    if (chosen.some((one) => one.question === question)) continue
    chosen.push({ question, answer, passage, place })
  }
  return chosen.sort((a, b) => a.place - b.place).map(({ place, ...question }) => question)
}

/** The word of a sentence that the lecture has most often, and that is long enough to be asked for. */
function leftOut(sentence: string, counts: ReadonlyMap<string, number>): string | null {
  const [best] = Array.from(sentence.matchAll(written), ([word]) => word)
    .flatMap((word) => {
      const [found] = contentWords(word)
      return found && contentWords(word).length === 1 ? [{ word, count: counts.get(found.stem) ?? 0 }] : []
    })
    .filter(({ word, count }) => word.length >= 3 && count >= 2)
    .sort((a, b) => b.count - a.count || b.word.length - a.word.length)
  return best?.word ?? null
}
