import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import dictionary from 'dictionary-en'
import { createEnglish } from '../../../server/src/features/search/engine/words/words.ts'
import {
  type Frequency,
  featuresOf,
  questionBuckets,
  questionFeaturesOf,
  wordBuckets,
} from '../../../server/src/features/search/reader/features.ts'
import {
  createReader,
  intents,
  logSums,
  packReaderModel,
  type ReaderModel,
  roles,
  scoresOf,
  shapes,
} from '../../../server/src/features/search/reader/reader.ts'
import { evaluationNames } from './evaluation-names.ts'
import { createDraw } from './frames.ts'
import { type Example, generate } from './generate.ts'
import { measureReader } from './measure.ts'

/** Trains the reader of questions on made-up ones, and writes server/src/features/search/data/reader.bin. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    count: { type: 'string', default: '60000' },
    rounds: { type: 'string', default: '3' },
    /** data/data_full.json of CLINC150, whose questions want nothing to learn but for a few kinds */
    real: { type: 'string' },
    /** learns from the held out questions too, and writes the model */
    write: { type: 'boolean', default: false },
  },
})

const rate = 0.15
const decay = 1e-6
/** Part of the features that each question is learned without, so that none is relied on. */
const dropped = 0.25
/** How often a word is said, from these counts on, the rarest class first. */
const classesFrom = [10, 20, 80, 400]
const count = roles.length
const classes = intents.length + shapes.length

/** Kinds of CLINC150 that a course may answer. */
const learnable = new Set(
  'recipe ingredient_substitution translate definition spelling improve_credit_score oil_change_how tire_change jump_start change_language'.split(
    ' ',
  ),
)

const frequent = frequentWords()
const frequency: Frequency = (word) => frequent.get(word) ?? 0
const dic = Buffer.from(dictionary.dic)
  .toString()
  .split('\n')
  .map((line) => line.split('/')[0] ?? '')
  .filter((word) => /^[a-z]{4,12}$/.test(word) && frequency(word) === 0)
const all = generate({
  seed: Number(values.seed),
  count: Number(values.count),
  isEnglish: createEnglish(),
  forbidden: evaluationNames(),
  dictionary: dic,
  real: values.real === undefined ? [] : readQuestions(values.real),
  frequent: classesFrom.map((_, at) => [...frequent].filter(([, own]) => own === at + 1).map(([word]) => word)),
})
const training = values.write ? all : all.filter(({ held }) => held === null)
console.log(`${all.length} questions, ${training.length} to learn from`)
const model = train(training)
if (values.write)
  writeFileSync(
    join(import.meta.dirname, '../../../server/src/features/search/data/reader.bin'),
    packReaderModel(model),
  )
else measureReader(createReader(model), all)

/** Questions that a course may answer: they say nothing. */
function readQuestions(path: string): string[] {
  // the published file: pairs of a question and its kind
  const { train } = JSON.parse(readFileSync(path, 'utf8')) as { train: [string, string][] }
  return train.filter(([, kind], at) => at % 3 === 0 && !learnable.has(kind)).map(([question]) => question)
}

function frequentWords(): Map<string, number> {
  const lines = readFileSync(join(import.meta.dirname, 'data/question-words.txt'), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.map((line) => {
      const [word = '', times = '0'] = line.split(' ')
      return [word, classesFrom.filter((least) => Number(times) >= least).length] as const
    }),
  )
}

function train(examples: readonly Example[]): ReaderModel {
  const draw = createDraw(Number(values.seed) + 1)
  const words = new Float32Array(wordBuckets * count)
  const steps = new Float32Array((count + 1) * (count + 1))
  const questions = new Float32Array(questionBuckets * classes)
  const squares = {
    words: new Float32Array(words.length),
    steps: new Float32Array(steps.length),
    questions: new Float32Array(questions.length),
  }
  const move = (at: Float32Array, sums: Float32Array, place: number, gradient: number): void => {
    const value = gradient + decay * (at[place] ?? 0)
    const sum = (sums[place] ?? 0) + value * value
    sums[place] = sum
    at[place] = (at[place] ?? 0) - (rate * value) / (Math.sqrt(sum) + 1e-6)
  }
  for (let round = 0; round < Number(values.rounds); round++) {
    let loss = 0
    const order = examples.map((_, at) => at)
    for (let at = order.length - 1; at > 0; at--) {
      const other = draw.below(at + 1)
      ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
    }
    for (const place of order) {
      const example = examples[place]
      if (!example || example.tokens.length === 0) continue
      loss += learnRoles(example)
      learnQuestion(example)
    }
    console.log(`round ${round + 1}: loss ${(loss / examples.length).toFixed(4)}`)
  }
  return pack()

  /** One step of a linear-chain conditional random field. */
  function learnRoles({ tokens, roles: right }: Example): number {
    const features = featuresOf(tokens, frequency).map((buckets) => buckets.filter(() => !draw.chance(dropped)))
    const scores = scoresOf(features, words, 1, count)
    const { forward, backward, whole } = logSums(scores, steps, tokens.length)
    const goal = right.map((role) => roles.indexOf(role))
    const width = count + 1
    let gold = steps[count * width + (goal[0] ?? 0)] ?? 0
    for (const [at, role] of goal.entries()) {
      gold += scores[at * count + role] ?? 0
      gold += steps[role * width + (goal[at + 1] ?? count)] ?? 0
    }
    for (const [at, buckets] of features.entries())
      for (let role = 0; role < count; role++) {
        const likely = Math.exp((forward[at * count + role] ?? 0) + (backward[at * count + role] ?? 0) - whole)
        const gradient = likely - (goal[at] === role ? 1 : 0)
        if (Math.abs(gradient) < 1e-3) continue
        for (const bucket of buckets) move(words, squares.words, bucket * count + role, gradient)
        if (at === 0) move(steps, squares.steps, count * width + role, gradient)
        if (at === tokens.length - 1) move(steps, squares.steps, role * width + count, gradient)
      }
    for (let at = 1; at < tokens.length; at++)
      for (let from = 0; from < count; from++)
        for (let to = 0; to < count; to++) {
          const likely = Math.exp(
            (forward[(at - 1) * count + from] ?? 0) +
              (steps[from * width + to] ?? 0) +
              (scores[at * count + to] ?? 0) +
              (backward[at * count + to] ?? 0) -
              whole,
          )
          const gradient = likely - (goal[at - 1] === from && goal[at] === to ? 1 : 0)
          if (Math.abs(gradient) >= 1e-3) move(steps, squares.steps, from * width + to, gradient)
        }
    return whole - gold
  }

  function learnQuestion({ tokens, roles: right, intent, shape }: Example): void {
    const buckets = questionFeaturesOf(tokens, right, frequency).filter(() => !draw.chance(dropped))
    const scores = scoresOf([buckets], questions, 1, classes)
    for (const [from, to, goal] of [
      [0, intents.length, intents.indexOf(intent)],
      [intents.length, classes, intents.length + shapes.indexOf(shape)],
    ] as const) {
      const own = [...scores.slice(from, to)]
      const most = Math.max(...own)
      const sum = own.reduce((total, one) => total + Math.exp(one - most), 0)
      for (const [at, value] of own.entries()) {
        const gradient = Math.exp(value - most) / sum - (from + at === goal ? 1 : 0)
        if (Math.abs(gradient) < 1e-3) continue
        for (const bucket of buckets) move(questions, squares.questions, bucket * classes + from + at, gradient)
      }
    }
  }

  function pack(): ReaderModel {
    const small = (weights: Float32Array): [Int8Array, number] => {
      let most = 0
      for (const weight of weights) most = Math.max(most, Math.abs(weight))
      const step = Math.min(most, 5) / 127
      return [Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / step)))), step]
    }
    const [smallWords, wordStep] = small(words)
    const [smallQuestions, questionStep] = small(questions)
    const byClass = classesFrom.map((_, at) =>
      [...frequent]
        .filter(([, own]) => own === at + 1)
        .map(([word]) => word)
        .join(' '),
    )
    return {
      words: smallWords,
      questions: smallQuestions,
      steps,
      step: { words: wordStep, questions: questionStep },
      frequent: byClass,
    }
  }
}
