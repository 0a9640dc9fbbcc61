import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Frequency, featuresOf, questionBuckets, questionFeaturesOf, type Token, wordBuckets } from './features.ts'

/**
 * Roles of words. F frame, S subject, C context, X not wanted, P person, T title of a course; filters: LB LI LA a level, HB what
 * hints at beginners, FR free, CH cheap, HI taught in Hindi, LE length, XB XA a level that is
 * not wanted.
 */
export const roles = ['F', 'S', 'C', 'X', 'P', 'T', 'LB', 'LI', 'LA', 'HB', 'FR', 'CH', 'HI', 'LE', 'XB', 'XA'] as const
export type Role = (typeof roles)[number]
/** What a question is after: to learn, to get a job, goods or services or talk, nothing that can be read. */
export const intents = ['learn', 'career', 'off', 'none'] as const
export type Intent = (typeof intents)[number]
/** One subject, any of several, several against each other, from one to another, a course by its title. */
export const shapes = ['one', 'either', 'compare', 'path', 'title'] as const
export type Shape = (typeof shapes)[number]

/** What a question was read as. `likely` are probabilities, 0 to 1. */
export type QuestionRead = {
  roles: Role[]
  /** how likely each word is frame, context, and something that is not wanted */
  frame: number[]
  context: number[]
  unwanted: number[]
  intent: Record<Intent, number>
  shape: Shape
}

/** Weights that `bench/search/reader/train.ts` has learned and written. */
export type ReaderModel = {
  /** wordBuckets times roles, in steps of `step` */
  words: Int8Array
  /** from role to role; one more row for the beginning and one more column for the end */
  steps: Float32Array
  /** questionBuckets times intents and shapes */
  questions: Int8Array
  step: { words: number; questions: number }
  /** words by how often people say them, the rarest class first */
  frequent: readonly string[]
}

const count = roles.length
const classes = intents.length + shapes.length

/** Returns what reads questions. Pure; its work grows with the number of tokens alone. */
export function createReader(model: ReaderModel) {
  const classOf = new Map(model.frequent.flatMap((line, at) => line.split(' ').map((word) => [word, at + 1] as const)))
  const frequency: Frequency = (word) => classOf.get(word) ?? 0
  const factors = Float64Array.from(model.steps, Math.exp)
  return {
    frequency,
    read(tokens: readonly Token[]): QuestionRead {
      const scores = scoresOf(featuresOf(tokens, frequency), model.words, model.step.words, count)
      const own = bestPath(scores, model.steps, tokens.length)
      const found = own.map((role) => roles[role] ?? 'F')
      const { intent, shape } = classify(questionFeaturesOf(tokens, found, frequency), model)
      const shares = likelyRoles(scores, factors, tokens.length)
      const likely = (role: Role): number[] => tokens.map((_, at) => shares[at * count + roles.indexOf(role)] ?? 0)
      const [frame, context, unwanted] = [likely('F'), likely('C'), likely('X')]
      return { roles: found, frame, context, unwanted, intent, shape }
    },
  }
}

export type Reader = ReturnType<typeof createReader>

/** Returns the sum of the weights of each token's features, for each role. */
export function scoresOf(
  features: readonly number[][],
  weights: Int8Array | Float32Array,
  step: number,
  width: number,
): Float64Array {
  const scores = new Float64Array(features.length * width)
  for (const [at, buckets] of features.entries()) {
    const from = at * width
    for (const bucket of buckets)
      for (let role = 0; role < width; role++)
        scores[from + role] = (scores[from + role] ?? 0) + (weights[bucket * width + role] ?? 0) * step
  }
  return scores
}

/** The most likely sequence of roles (Viterbi). */
export function bestPath(scores: Float64Array, steps: Float32Array, length: number): number[] {
  if (length === 0) return []
  const width = count + 1
  let best = Array.from({ length: count }, (_, role) => (scores[role] ?? 0) + (steps[count * width + role] ?? 0))
  const from: number[][] = []
  for (let at = 1; at < length; at++) {
    const back: number[] = []
    best = Array.from({ length: count }, (_, role) => {
      let [most, place] = [-Infinity, 0]
      for (let other = 0; other < count; other++) {
        const value = (best[other] ?? 0) + (steps[other * width + role] ?? 0)
        if (value > most) [most, place] = [value, other]
      }
      back[role] = place
      return most + (scores[at * count + role] ?? 0)
    })
    from.push(back)
  }
  const last = best.map((value, role) => value + (steps[role * width + count] ?? 0))
  let role = last.indexOf(Math.max(...last))
  const path = [role]
  for (const back of from.reverse()) {
    role = back[role] ?? 0
    path.unshift(role)
  }
  return path
}

/**
 * Returns how likely each token has each role. As `logSums` would say, without a logarithm for each step: sums are brought back to 1 at each
 * token. `factors` are the powers of the weights of steps.
 */
export function likelyRoles(scores: Float64Array, factors: Float64Array, length: number): Float64Array {
  const width = count + 1
  const own = new Float64Array(length * count)
  const forward = new Float64Array(length * count)
  const backward = new Float64Array(length * count)
  const toOne = (values: Float64Array, at: number): void => {
    let sum = 0
    for (let role = 0; role < count; role++) sum += values[at * count + role] ?? 0
    for (let role = 0; role < count; role++) values[at * count + role] = (values[at * count + role] ?? 0) / (sum || 1)
  }
  for (let at = 0; at < length; at++) {
    let most = -Infinity
    for (let role = 0; role < count; role++) most = Math.max(most, scores[at * count + role] ?? 0)
    for (let role = 0; role < count; role++) {
      own[at * count + role] = Math.exp((scores[at * count + role] ?? 0) - most)
      let sum = at === 0 ? (factors[count * width + role] ?? 0) : 0
      if (at > 0)
        for (let from = 0; from < count; from++)
          sum += (forward[(at - 1) * count + from] ?? 0) * (factors[from * width + role] ?? 0)
      forward[at * count + role] = sum * (own[at * count + role] ?? 0)
    }
    toOne(forward, at)
  }
  for (let at = length - 1; at >= 0; at--) {
    for (let role = 0; role < count; role++) {
      let sum = at === length - 1 ? (factors[role * width + count] ?? 0) : 0
      if (at < length - 1)
        for (let to = 0; to < count; to++) {
          const next = (at + 1) * count + to
          sum += (factors[role * width + to] ?? 0) * (own[next] ?? 0) * (backward[next] ?? 0)
        }
      backward[at * count + role] = sum
    }
    toOne(backward, at)
  }
  const likely = forward.map((value, place) => value * (backward[place] ?? 0))
  for (let at = 0; at < length; at++) toOne(likely, at)
  return likely
}

/** Returns log sums from the beginning and from the end up to each token and role. */
export function logSums(
  scores: Float64Array,
  steps: Float32Array,
  length: number,
): { forward: Float64Array; backward: Float64Array; whole: number } {
  const width = count + 1
  const forward = new Float64Array(length * count)
  const backward = new Float64Array(length * count)
  const sum = (value: (role: number) => number): number => {
    let most = -Infinity
    for (let role = 0; role < count; role++) most = Math.max(most, value(role))
    let total = 0
    for (let role = 0; role < count; role++) total += Math.exp(value(role) - most)
    return most + Math.log(total)
  }
  for (let at = 0; at < length; at++)
    for (let role = 0; role < count; role++) {
      const own = scores[at * count + role] ?? 0
      forward[at * count + role] =
        own +
        (at === 0
          ? (steps[count * width + role] ?? 0)
          : sum((other) => (forward[(at - 1) * count + other] ?? 0) + (steps[other * width + role] ?? 0)))
    }
  for (let at = length - 1; at >= 0; at--)
    for (let role = 0; role < count; role++)
      backward[at * count + role] =
        at === length - 1
          ? (steps[role * width + count] ?? 0)
          : sum(
              (other) =>
                (steps[role * width + other] ?? 0) +
                (scores[(at + 1) * count + other] ?? 0) +
                (backward[(at + 1) * count + other] ?? 0),
            )
  const whole = sum((role) => (forward[role] ?? 0) + (backward[role] ?? 0))
  return { forward, backward, whole }
}

const shares = (values: readonly number[]): number[] => {
  const most = Math.max(...values)
  const grown = values.map((value) => Math.exp(value - most))
  const sum = grown.reduce((total, one) => total + one, 0)
  return grown.map((one) => one / sum)
}

function classify(buckets: readonly number[], model: ReaderModel): Pick<QuestionRead, 'intent' | 'shape'> {
  const scores = [...scoresOf([[...buckets]], model.questions, model.step.questions, classes)]
  const likely = shares(scores.slice(0, intents.length))
  const forms = scores.slice(intents.length)
  return {
    intent: {
      learn: likely[0] ?? 0,
      career: likely[1] ?? 0,
      off: likely[2] ?? 0,
      none: likely[3] ?? 0,
    },
    shape: shapes[forms.indexOf(Math.max(...forms))] ?? 'one',
  }
}

const file = (name: string): string => join(import.meta.dirname, '../data', name)

/** Returns the model as the program comes with it: sizes and words as JSON, then the weights. */
export function loadReaderModel(path = file('reader.bin')): ReaderModel {
  const bytes = readFileSync(path)
  const size = bytes.readUInt32LE(0)
  // written by the training program
  const { frequent, step } = JSON.parse(bytes.subarray(4, 4 + size).toString()) as Pick<
    ReaderModel,
    'frequent' | 'step'
  >
  let from = 4 + size
  const take = (length: number): Int8Array => {
    const part = new Int8Array(bytes.subarray(from, from + length))
    from += length
    return part
  }
  const words = take(wordBuckets * count)
  const questions = take(questionBuckets * classes)
  const steps = new Float32Array(new Uint8Array(bytes.subarray(from)).buffer)
  return { words, questions, steps, step, frequent }
}

/** Returns the bytes of a model, as `loadReaderModel` reads them. */
export function packReaderModel({ words, questions, steps, step, frequent }: ReaderModel): Buffer {
  const head = Buffer.from(JSON.stringify({ step, frequent }))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  return Buffer.concat([
    size,
    head,
    Buffer.from(words.buffer),
    Buffer.from(questions.buffer),
    Buffer.from(steps.buffer),
  ])
}
