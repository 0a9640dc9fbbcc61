import MiniSearch from 'minisearch'
import type { Embedder } from '../../server/src/ports/embedder.ts'
import type { Found, Search } from './judge.ts'
import type { EvaluationCourse, EvaluationLecture, Question } from './load-data.ts'

/** Seconds in a plain passage, and the words that are spoken in about as long. */
const windowSeconds = 45
const windowWords = 100

type Plain = Found & { id: number; courseId: string }

/** Cuts lectures into passages by time alone, texts by words, with nothing of titles, sentences or chapters. */
export function packPlainly(courses: readonly EvaluationCourse[]): Plain[] {
  const found = courses.flatMap(({ lectures }) => lectures.flatMap(cut))
  return found.map((one, id) => ({ ...one, id }))
}

function cut({ id, courseId, tracks, text }: EvaluationLecture): Omit<Plain, 'id'>[] {
  const own = { lectureId: id, courseId }
  const spoken = tracks.flatMap(({ cues }) =>
    [...Map.groupBy(cues, ({ start }) => Math.floor(start / windowSeconds)).values()].map((some) => ({
      ...own,
      start: some[0]?.start ?? 0,
      end: some.at(-1)?.end ?? 0,
      text: some.map((one) => one.text).join(' '),
    })),
  )
  const words = text?.split(/\s+/) ?? []
  const read = Array.from({ length: Math.ceil(words.length / windowWords) }, (_, at) => ({
    ...own,
    start: null,
    end: null,
    text: words.slice(at * windowWords, (at + 1) * windowWords).join(' '),
  }))
  return [...spoken, ...read]
}

/** The passages of a search, best first, with how good the best is: a cosine, or the part of the question's words that it has. */
export type Ranked = { found: readonly Found[]; best: number }
export type Ranking = (question: Question) => Promise<Ranked>

const isIn = ({ scope, courseId }: Question, passage: { courseId: string }): boolean =>
  scope === 'site' || passage.courseId === courseId

/** BM25 as MiniSearch has it, any of the words as they are written: neither typos nor beginnings of words count. */
export function plainWords(passages: readonly Plain[]): Ranking {
  const index = new MiniSearch<Plain>({ fields: ['text'], storeFields: ['courseId'] })
  index.addAll(passages)
  return async (question) => {
    const inScope = (result: Record<string, unknown>): boolean =>
      question.scope === 'site' || result.courseId === question.courseId
    const results = index.search(question.text, { combineWith: 'OR', filter: inScope })
    const asked = new Set(
      question.text
        .toLowerCase()
        .split(/[\p{Z}\p{P}]+/u)
        .filter(Boolean),
    )
    const found = results.flatMap(({ id }) => passages[Number(id)] ?? [])
    return { found, best: (results[0]?.queryTerms.length ?? 0) / asked.size }
  }
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, one, at) => sum + one * (b[at] ?? 0), 0)

/** The cosine of the whole question with each passage. */
export async function plainVectors(embedder: Embedder, passages: readonly Plain[]): Promise<Ranking> {
  const vectors = await embedder.embed(passages.map(({ text }) => text))
  const known = passages.map((passage, at) => ({ passage, vector: vectors[at] ?? new Float32Array() }))
  return async (question) => {
    const [asked] = await embedder.embed([question.text])
    if (!asked) throw new Error('The model made no vector')
    const near = known
      .filter(({ passage }) => isIn(question, passage))
      .map(({ passage, vector }) => ({ passage, cosine: dot(asked, vector) }))
      .sort((a, b) => b.cosine - a.cosine)
    return { found: near.map(({ passage }) => passage), best: near[0]?.cosine ?? 0 }
  }
}

/** Returns the search that refuses below the threshold which tells good and bad questions apart best. */
export async function withThreshold(ranking: Ranking, fit: readonly Question[]): Promise<Search> {
  const rows = await Promise.all(
    fit.map(async (question) => ({ isGood: question.lectureId !== null, best: (await ranking(question)).best })),
  )
  const good = rows.filter((row) => row.isGood).length
  const worthOf = (least: number): number =>
    rows.reduce((sum, { isGood, best }) => {
      if (isGood !== best >= least) return sum
      return sum + (isGood ? 1 / good : 1 / (rows.length - good))
    }, 0)
  const least = Array.from({ length: 101 }, (_, at) => at / 100).reduce((best, one) =>
    worthOf(one) > worthOf(best) ? one : best,
  )
  return async (question) => {
    const { found, best } = await ranking(question)
    return { found, isAnswered: best >= least }
  }
}
