import { type Question, quotes } from './load-data.ts'

/** A passage that was found; times are null in a text. A player jumps to `at`, or to the start where it is left out. */
export type Found = { lectureId: string; start: number | null; end: number | null; at?: number | null; text: string }
/** What a search finds, best first, and whether it says that this answers the question. */
export type Answer = { found: readonly Found[]; isAnswered: boolean }
export type Search = (question: Question) => Promise<Answer>

/** Seconds by which a passage may begin beside an answer. */
const beside = 10

/** Whether a passage has part of an acceptable span, or begins within ten seconds of its start. */
export const isRight = (passage: Found, { lectureId, spans }: Question): boolean =>
  passage.lectureId === lectureId &&
  spans.some((span) => {
    if ('quote' in span) return quotes(passage.text, span.quote)
    if (passage.start === null || passage.end === null) return false
    return (passage.start < span.end && passage.end > span.start) || Math.abs(passage.start - span.start) <= beside
  })

/** Whether a player that jumps to a passage plays the answer within ten seconds. */
export const playsSoon = (passage: Found, { lectureId, spans }: Question): boolean =>
  passage.lectureId === lectureId &&
  spans.some((span) => {
    if ('quote' in span) return quotes(passage.text, span.quote)
    const second = passage.at ?? passage.start
    return second !== null && second >= span.start - beside && second < span.end
  })

/** How a question was answered. */
export type Outcome = {
  question: Question
  best: Found | undefined
  first: boolean
  inThree: boolean
  soon: boolean
  isAnswered: boolean
}

export async function judge(search: Search, questions: readonly Question[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const question of questions) {
    const { found, isAnswered } = await search(question)
    const three = found.slice(0, 3)
    outcomes.push({
      question,
      best: three[0],
      first: three.slice(0, 1).some((one) => isRight(one, question)),
      inThree: three.some((one) => isRight(one, question)),
      soon: three.slice(0, 1).some((one) => playsSoon(one, question)),
      isAnswered,
    })
  }
  return outcomes
}

/** Shares of 0 to 1; NaN where there are no such questions. */
export type Scores = {
  good: number
  bad: number
  first: number
  inThree: number
  soon: number
  goodRefused: number
  badRefused: number
}

const share = <T>(all: readonly T[], test: (one: T) => boolean): number =>
  all.length === 0 ? Number.NaN : all.filter(test).length / all.length

export function scoresOf(outcomes: readonly Outcome[]): Scores {
  const good = outcomes.filter(({ question }) => question.lectureId !== null)
  const bad = outcomes.filter(({ question }) => question.lectureId === null)
  return {
    good: good.length,
    bad: bad.length,
    first: share(good, (one) => one.first),
    inThree: share(good, (one) => one.inThree),
    soon: share(good, (one) => one.soon),
    goodRefused: share(good, (one) => !one.isAnswered),
    badRefused: share(bad, (one) => !one.isAnswered),
  }
}
