import type { Passage } from '../passage.ts'
import { contentWords, stemsOf } from '../text/content-words.ts'
import { kindAskedFor, kindOfSentence, type SentenceKind } from '../text/kind-of-sentence.ts'
import { sentencesOf } from '../text/sentences.ts'

export type ChosenSentence = { sentence: string; kind: SentenceKind; passage: Passage }

const most = { passages: 4, ofPassage: 2, inAll: 5 }
const fewestWords = 3
const order: readonly SentenceKind[] = ['definition', 'statement', 'step', 'example', 'warning']

type Rated = ChosenSentence & { rating: number; at: number }

/**
 * Chooses the sentences of passages, the best passage first, that say most about a question: its words, and the kind that it asks for.
 * They are ordered by what they are, steps as they were said.
 */
export function chooseSentences(question: string, passages: readonly Passage[]): ChosenSentence[] {
  const wanted = stemsOf(question)
  const kindWanted = kindAskedFor(question)
  const chosen: Rated[] = []
  for (const [rank, passage] of passages.slice(0, most.passages).entries()) {
    const rated = sentencesOf(passage.text)
      .map((sentence, at): Rated => {
        const words = contentWords(sentence)
        const shared = new Set(words.map(({ stem }) => stem).filter((one) => wanted.has(one))).size
        const kind = kindOfSentence(sentence)
        const fits = kind === kindWanted ? 0.75 : kind === 'statement' ? 0 : 0.25
        const tooShort = words.length < fewestWords ? 1 : 0
        return {
          sentence,
          kind,
          passage,
          at,
          rating: shared + (shared > 0 || rank === 0 ? fits : 0) - tooShort - rank * 0.1,
        }
      })
      .sort((a, b) => b.rating - a.rating || a.at - b.at)
    // the best passage may say it in other words
    chosen.push(
      ...rated.filter(({ rating }, place) => rating >= 0.9 || (rank === 0 && place === 0)).slice(0, most.ofPassage),
    )
  }
  return chosen
    .sort((a, b) => b.rating - a.rating)
    .slice(0, most.inAll)
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || placeOf(a) - placeOf(b))
}

const placeOf = ({ passage, at }: Rated): number => passage.lectureNumber * 1e6 + (passage.start ?? 0) * 10 + at

/** How often each stem stands in passages. */
export function countStems(passages: readonly Passage[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of passages)
    for (const { stem } of contentWords(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** How much a sentence says of what a lecture is about. */
export function weightOf(sentence: string, counts: ReadonlyMap<string, number>): number {
  const words = contentWords(sentence)
  if (words.length < fewestWords) return 0
  const stems = new Set(words.map(({ stem }) => stem))
  let sum = 0
  for (const stem of stems) sum += Math.log1p(counts.get(stem) ?? 0)
  return sum / Math.sqrt(words.length)
}

/** Lines of a summary, and sentences for each. */
const lines = { most: 8, sentences: 3 }

/** Chooses one sentence for each part of a lecture, in order: the one that says most of what the lecture is about. */
export function chooseSummary(passages: readonly Passage[]): ChosenSentence[] {
  const counts = countStems(passages)
  const all = passages.flatMap((passage) =>
    sentencesOf(passage.text).map((sentence) => ({ sentence, passage, kind: kindOfSentence(sentence) })),
  )
  const parts = Math.min(lines.most, Math.ceil(all.length / lines.sentences))
  const chosen: ChosenSentence[] = []
  for (let part = 0; part < parts; part++) {
    const [best] = all
      .slice(Math.floor((part * all.length) / parts), Math.floor(((part + 1) * all.length) / parts))
      .map((one) => ({ ...one, weight: weightOf(one.sentence, counts) }))
      .filter(({ sentence, weight }) => weight > 0 && !chosen.some((other) => other.sentence === sentence))
      .sort((a, b) => b.weight + bonus(b.kind) - a.weight - bonus(a.kind))
    if (best) chosen.push({ sentence: best.sentence, kind: best.kind, passage: best.passage })
  }
  return chosen
}

const bonus = (kind: SentenceKind): number => (kind === 'definition' ? 0.5 : kind === 'example' ? -0.25 : 0)

const mostTerms = 3

/** Chooses what is said at a moment, whose passage comes first, and what the rest of the lecture says its terms are. */
export function chooseExplanation(passages: readonly Passage[]): { moment: ChosenSentence[]; terms: ChosenSentence[] } {
  const [passage] = passages
  if (!passage) return { moment: [], terms: [] }
  const moment = sentencesOf(passage.text)
    .slice(0, most.inAll + 1)
    .map((sentence) => ({ sentence, kind: kindOfSentence(sentence), passage }))
  const counts = countStems(passages)
  const inMoment = stemsOf(passage.text)
  const terms = passages
    .filter((one) => one !== passage)
    .flatMap((one) =>
      sentencesOf(one.text).map((sentence) => ({ sentence, kind: kindOfSentence(sentence), passage: one })),
    )
    .filter(({ sentence, kind }) => kind === 'definition' && inMoment.has(contentWords(sentence)[0]?.stem ?? ''))
    .sort((a, b) => weightOf(b.sentence, counts) - weightOf(a.sentence, counts))
    .slice(0, mostTerms)
  return { moment, terms }
}

/** The passage that a second is in, else the last one before it; the first where there is no time. */
export function momentAt(passages: readonly Passage[], seconds: number | null): number {
  if (seconds === null) return 0
  const at = passages.findLastIndex(({ start }) => start !== null && start <= seconds)
  return Math.max(0, at)
}
