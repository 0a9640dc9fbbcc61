import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  decidedBy,
  evidenceOf,
  type PassageModel,
  rankedBy,
  rankPassages,
} from '../../server/src/features/passages/finding/rank-passages.ts'
import { loadPassageSet } from './load-data.ts'
import { type Measured, openPassages } from './open-search.ts'

/** Fits the weights of the search inside lectures on the part `fit` of the questions, and writes them; prints how it does on both parts. */
const file = join(import.meta.dirname, '../../server/src/features/passages/data/model.json')
/** How far weights are kept from growing, against so few questions. */
const decay = { ranking: 3, answering: 2 }
/** Part of the questions without an answer, of courses that were not fitted on, that must be refused. */
const refused = 0.98

type Rows = number[][]

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)

/** Means and deviations of columns, by which weights of scaled columns are those of plain ones. */
function scaleOf(rows: Rows, columns: number): { mean: number; deviation: number }[] {
  return Array.from({ length: columns }, (_, at) => {
    const values = rows.map((row) => row[at] ?? 0)
    const middle = mean(values)
    return { mean: middle, deviation: Math.sqrt(mean(values.map((one) => (one - middle) ** 2))) || 1 }
  })
}

/** Climbs a gradient by Adam, in so many steps. */
function climb(size: number, steps: number, gradient: (weights: readonly number[]) => number[]): number[] {
  const weights = new Array<number>(size).fill(0)
  const [first, second] = [new Array<number>(size).fill(0), new Array<number>(size).fill(0)]
  for (let step = 1; step <= steps; step++) {
    const slope = gradient(weights)
    for (let at = 0; at < size; at++) {
      const own = slope[at] ?? 0
      first[at] = 0.9 * (first[at] ?? 0) + 0.1 * own
      second[at] = 0.999 * (second[at] ?? 0) + 0.001 * own * own
      const [a, b] = [(first[at] ?? 0) / (1 - 0.9 ** step), (second[at] ?? 0) / (1 - 0.999 ** step)]
      weights[at] = (weights[at] ?? 0) + (0.06 * a) / (Math.sqrt(b) + 1e-8)
    }
  }
  return weights
}

const dot = (row: readonly number[], weights: readonly number[]): number =>
  row.reduce((sum, one, at) => sum + one * (weights[at] ?? 0), 0)

/** Weights under which the right passages of a question get as much of a softmax as they can. */
function fitRanking(measured: readonly Measured[]): PassageModel['ranking'] {
  const lists = measured
    .filter(({ scored }) => scored.some((one) => one.isRight))
    .map(({ scored }) => scored.map((one) => ({ row: rankedBy.map((name) => one.features[name]), right: one.isRight })))
  const scale = scaleOf(
    lists.flatMap((list) => list.map(({ row }) => row)),
    rankedBy.length,
  )
  const scaled = lists.map((list) =>
    list.map(({ row, right }) => ({
      right,
      row: row.map((one, at) => (one - (scale[at]?.mean ?? 0)) / (scale[at]?.deviation ?? 1)),
    })),
  )
  const weights = climb(rankedBy.length, 400, (now) => {
    const slope = now.map((one) => (-decay.ranking * one) / scaled.length)
    for (const list of scaled) {
      const sums = list.map(({ row }) => dot(row, now))
      const largest = Math.max(...sums)
      const parts = sums.map((one) => Math.exp(one - largest))
      const all = parts.reduce((sum, one) => sum + one, 0)
      const right = parts.reduce((sum, one, at) => sum + (list[at]?.right ? one : 0), 0)
      for (const [at, { row, right: isRight }] of list.entries()) {
        const push = ((isRight ? (parts[at] ?? 0) / right : 0) - (parts[at] ?? 0) / all) / scaled.length
        for (const [column, one] of row.entries()) slope[column] = (slope[column] ?? 0) + push * one
      }
    }
    return slope
  })
  return Object.fromEntries(
    rankedBy.map((name, at) => [name, (weights[at] ?? 0) / (scale[at]?.deviation ?? 1)]),
  ) as PassageModel['ranking'] // one for each name
}

type Evidence = { good: boolean; courseId: string | null; row: number[] }

/** Weights of a logistic decision, questions with an answer and those without counting alike, and what is added to their sum. */
function decide(rows: readonly Evidence[]): { weights: number[]; added: number } {
  const scale = scaleOf(
    rows.map(({ row }) => row),
    decidedBy.length,
  )
  const answerable = rows.filter(({ good }) => good).length
  const scaled = rows.map(({ good, row }) => ({
    good,
    worth: rows.length / 2 / (good ? answerable : rows.length - answerable),
    row: [...row.map((one, at) => (one - (scale[at]?.mean ?? 0)) / (scale[at]?.deviation ?? 1)), 1],
  }))
  const found = climb(decidedBy.length + 1, 1500, (now) => {
    const slope = now.map((one, at) => (at === decidedBy.length ? 0 : -decay.answering * one))
    for (const { good, worth, row } of scaled) {
      const push = worth * (Number(good) - 1 / (1 + Math.exp(-dot(row, now))))
      for (const [column, one] of row.entries()) slope[column] = (slope[column] ?? 0) + push * one
    }
    return slope
  })
  const weights = decidedBy.map((_, at) => (found[at] ?? 0) / (scale[at]?.deviation ?? 1))
  const added = (found[decidedBy.length] ?? 0) - scale.reduce((sum, one, at) => sum + one.mean * (weights[at] ?? 0), 0)
  return { weights, added }
}

/** Fits the decision. Its threshold is taken from the sums of questions of courses that a decision was not fitted on. */
function fitAnswering(
  measured: readonly Measured[],
  ranking: PassageModel['ranking'],
): Pick<PassageModel, 'answering' | 'answered'> {
  const rows = measured.map(({ question, scored, asked }): Evidence => {
    const evidence = evidenceOf(rankPassages(scored, { ranking }), asked)
    const { courseId, lectureId } = question
    return { good: lectureId !== null, courseId, row: decidedBy.map((name) => evidence[name]) }
  })
  const courseIds = [...new Set(rows.map(({ courseId }) => courseId))]
  const bad = courseIds.flatMap((courseId) => {
    const { weights, added } = decide(rows.filter((row) => row.courseId !== courseId))
    return rows.filter((row) => row.courseId === courseId && !row.good).map(({ row }) => dot(row, weights) + added)
  })
  bad.sort((a, b) => a - b)
  const { weights, added } = decide(rows)
  return {
    answering: Object.fromEntries(decidedBy.map((name, at) => [name, weights[at] ?? 0])) as PassageModel['answering'], // one for each name
    answered: (bad[Math.floor(bad.length * refused)] ?? 0) - added,
  }
}

function print(name: string, measured: readonly Measured[], model: PassageModel): void {
  const rows = measured.map(({ question, scored, asked }) => {
    const ranked = rankPassages(scored, model)
    const rights = ranked.slice(0, 3).map((one) => measuredRight(scored, one))
    const sum = decidedBy.reduce((all, one) => all + model.answering[one] * evidenceOf(ranked, asked)[one], 0)
    return {
      good: question.lectureId !== null,
      first: rights[0] === true,
      three: rights.includes(true),
      yes: sum >= model.answered,
    }
  })
  const part = (of: typeof rows, test: (row: (typeof rows)[number]) => boolean): string =>
    (of.filter(test).length / Math.max(1, of.length)).toFixed(2)
  const [good, bad] = [rows.filter((row) => row.good), rows.filter((row) => !row.good)]
  console.log(
    `${name}: first ${part(good, (row) => row.first)}, in three ${part(good, (row) => row.three)}, good refused ${part(good, (row) => !row.yes)}, bad refused ${part(bad, (row) => !row.yes)}`,
  )
}

const measuredRight = (scored: Measured['scored'], one: { lectureId: string; setId: string; at: number }): boolean =>
  scored.some((other) => other.setId === one.setId && other.at === one.at && other.isRight)

const { courses, questions } = loadPassageSet()
const models: Record<string, PassageModel> = {}
for (const [name, meaning] of [
  ['withMeaning', true],
  ['wordsAlone', false],
] as const) {
  const measure = await openPassages(courses, meaning)
  const measured: Measured[] = []
  for (const question of questions) measured.push(await measure(question))
  const fit = measured.filter(({ question }) => question.part === 'fit')
  const ranking = fitRanking(fit)
  const model = { ranking, ...fitAnswering(fit, ranking) }
  models[name] = model
  for (const part of ['fit', 'kept'] as const)
    print(
      `${name}, ${part}`,
      measured.filter(({ question }) => question.part === part),
      model,
    )
}
const rounded = JSON.stringify(
  models,
  (_, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value),
  2,
)
writeFileSync(file, `${rounded}\n`)
