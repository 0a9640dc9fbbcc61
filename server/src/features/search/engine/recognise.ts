import type { Reading } from '#ports/search-index.ts'
import { statedFilters, type Understood } from './understand.ts'
import { distance } from './words/spelling.ts'
import {
  type Bag,
  bagOf,
  dot,
  mean,
  overlap,
  softmax,
  sumOf,
  type Token,
  unit,
  withOneSubject,
} from './words/word-bags.ts'
import { stem, wordsOf } from './words/words.ts'

/** What is read without the catalogue's titles. */
export type MessageReading = Omit<Reading, 'titles' | 'rest'>

/** A sentence with its label; `{subject}` and other names in braces are placeholders for any subject. */
export type Example = { label: string; text: string }

/** Words that decide by their place in a message. Phrases are in lower case. */
export type ClosedClasses = {
  /** what is beside these is known to the user already */
  known: { before: readonly string[]; after: readonly string[] }
  /** they join or part two subjects; `listing` the ones that go on with a list */
  joining: readonly string[]
  listing: readonly string[]
  /** names of places in a list, counted from 1; -1 is the last one, 0 all of them */
  places: readonly { place: number; words: readonly string[] }[]
}

/** What each feature of `featureNames` counts; with sentence vectors, and by words alone. */
export type RecogniserWeights = { withMeaning: readonly number[]; wordsAlone: readonly number[] }

export type RecogniserOptions = ClosedClasses & {
  examples: readonly Example[]
  weights: RecogniserWeights
  understand: (text: string) => Understood
  isEnglish: (word: string) => boolean
}

/**
 * What the similarity of a message to the examples of a label is made of: of words to the three nearest examples and to all of
 * them, the part of its words that tell the label from others, the part that the label knows; and of meaning to the nearest
 * example and to the three nearest.
 */
export const featureNames = [
  'near words',
  'all words',
  'telling words',
  'known words',
  'nearest meaning',
  'near meanings',
] as const

/** So many of them need no vectors. */
export const wordFeatures = 4
/** Words of a message that are read. Chosen above the longest honest message. */
const mostWords = 80
const mostLabels = 5
/** Stands for every subject, on both sides, so that only the rest of a sentence is compared; in sentences it needs a real name. */
const subjectToken = '{}'
const subjectName = 'python'
const numberToken = '#'
/** worth of a word that no example has, beside one that a single example has */
const unseenPart = 0.5
/** "heyyy" */
const drawnOut = /(\p{L})\1{2,}/gu
const slot = /\{\w+\}/

/**
 * Reads what messages are about: a label by the nearest examples, and the subject by what the search understands. Call `learn`
 * with the vectors of `sentences` to compare meanings too. Never throws because of the texts; its work is bounded.
 */
export function createRecogniser(options: RecogniserOptions) {
  const { examples, weights, understand, isEnglish } = options
  const labels = [...new Set(examples.map(({ label }) => label))]
  const ownWords = new Map<string, Set<string>>(labels.map((label) => [label, new Set<string>()]))
  for (const { label, text } of examples)
    for (const part of text.split(slot)) for (const word of wordsOf(part)) ownWords.get(label)?.add(keyOf(word))
  const vocabulary = new Set([...ownWords.values()].flatMap((words) => [...words]))
  const longWords = [...new Set(examples.flatMap(({ text }) => text.split(slot).flatMap(wordsOf)))].filter((word) =>
    /^[a-z]{4,}$/.test(word),
  )
  const before = phrasesOf(options.known.before)
  const after = phrasesOf(options.known.after)
  const joining = new Set(options.joining)
  const listing = new Set(options.listing)
  const places = new Map(options.places.flatMap(({ place, words }) => words.map((word) => [word, place] as const)))

  const members = labels.map((label) => examples.flatMap((one, at) => (one.label === label ? [at] : [])))
  const rawBags = examples.map(({ text }) => bagOf(exampleTokens(text)))
  /** how many examples of each label have a word or pair */
  const shares = new Map<string, number[]>()
  for (const [place, own] of members.entries())
    for (const at of own)
      for (const key of rawBags[at]?.keys() ?? []) {
        const counts = shares.get(key) ?? labels.map(() => 0)
        counts[place] = (counts[place] ?? 0) + 1
        shares.set(key, counts)
      }
  const unseen = Math.log(1 + examples.length) * unseenPart
  const worth = new Map([...shares].map(([key, counts]) => [key, worthOf(counts)]))
  const bags = rawBags.map(weigh)
  const sums = members.map((own) => unit(sumOf(own.map((at) => bags[at] ?? new Map()))))
  let vectors: readonly (Float32Array | undefined)[] = []

  /** Rare words count more, and words that few labels have; a word of no example counts as one of a single example. */
  function worthOf(counts: readonly number[]): number {
    const count = counts.reduce((sum, one) => sum + one, 0)
    const rates = counts.map((one, place) => one / (members[place]?.length ?? 1)).filter((rate) => rate > 0)
    const sum = rates.reduce((total, rate) => total + rate, 0)
    const entropy = rates.reduce((total, rate) => total - (rate / sum) * Math.log(rate / sum), 0)
    return Math.log(1 + examples.length / count) * (1 - entropy / Math.log(labels.length))
  }

  function weigh(bag: Bag): Bag {
    return unit(new Map(Array.from(bag, ([key, count]) => [key, count * (worth.get(key) ?? unseen)])))
  }

  /** A word that no example has, one letter away from one that they have: "refnd". */
  function nearWord(word: string): string | undefined {
    if (!/^[a-z]{5,}$/.test(word) || isEnglish(word)) return undefined
    const meant = longWords.find((known) => known[0] === word[0] && distance(known, word, 1) === 1)
    return meant === undefined ? undefined : keyOf(meant)
  }

  function tokensOf(text: string): Token[] {
    const written = wordsOf(text.replace(drawnOut, '$1')).slice(0, mostWords)
    const { concepts } = understand(text)
    const named = new Set(concepts.flatMap(({ words }) => words))
    const subjects = written.map(() => false)
    for (const { words, topic } of concepts) {
      // Its words may be written with typos: "machine lerning" is the subject all the same.
      if (topic && words.length > 1) for (const [at, word] of written.entries()) subjects[at] ||= words.includes(word)
    }
    return written.map((word, at): Token => {
      const key = keyOf(word)
      if (key === numberToken) return { written: word, key, kind: 'word' }
      if (subjects[at]) return { written: word, key: subjectToken, kind: 'subject' }
      if (vocabulary.has(key)) return { written: word, key, kind: 'word' }
      const typo = named.has(word) ? undefined : nearWord(word)
      if (typo !== undefined) return { written: word, key: typo, kind: 'word' }
      const filler = !named.has(word) && understand(word).concepts.length === 0
      return { written: word, key: filler ? '' : subjectToken, kind: filler ? 'filler' : 'subject' }
    })
  }

  /** The sentence with the same name for every subject, for the model of meanings; null when it is not English. */
  function sentenceOf(tokens: readonly Token[]): string | null {
    const plain = tokens.every(({ kind, written, key }) => kind !== 'word' || key === numberToken || isEnglish(written))
    if (!plain || tokens.length === 0) return null
    return withOneSubject(tokens)
      .map(({ kind, written }) => (kind === 'subject' ? subjectName : written))
      .join(' ')
  }

  /** Features of each label; `without` leaves one example out, as if it had never been there. */
  function featuresOf(tokens: readonly Token[], vector?: Float32Array, without?: number): number[][] {
    const bag = weigh(bagOf(tokens))
    const distinctive = distinctiveParts(bag, without)
    return members.map((all, place) => {
      const own = all.filter((at) => at !== without)
      const whole = own.length === all.length ? sums[place] : unit(sumOf(own.map((at) => bags[at] ?? new Map())))
      const alike = own.map((at) => overlap(bag, bags[at])).sort((a, b) => b - a)
      const near = vector ? own.map((at) => dot(vector, vectors[at])).sort((a, b) => b - a) : []
      return [
        mean(alike.slice(0, 3)),
        overlap(bag, whole),
        distinctive[place] ?? 0,
        knownPart(bag, own),
        Math.max(0, near[0] ?? 0),
        mean(near.slice(0, 3)),
      ]
    })
  }

  /** How much of the message each label may claim: words that only it has belong to it, others are shared out. */
  function distinctiveParts(bag: Bag, without?: number): number[] {
    const parts = labels.map(() => 0)
    let whole = 0
    for (const [key, weight] of bag) {
      const counts = shares.get(key) ?? []
      const left =
        without !== undefined && rawBags[without]?.has(key) ? labels.indexOf(examples[without]?.label ?? '') : -1
      const rates = counts.map((count, place) => (count - (place === left ? 1 : 0)) / (members[place]?.length ?? 1))
      const sum = rates.reduce((total, rate) => total + rate, 0)
      if (sum === 0) continue
      whole += weight
      for (const [place, rate] of rates.entries()) parts[place] = (parts[place] ?? 0) + (weight * rate) / sum
    }
    return whole === 0 ? parts : parts.map((part) => part / whole)
  }

  function knownPart(bag: Bag, own: readonly number[]): number {
    let whole = 0
    let known = 0
    for (const [key, weight] of bag) {
      whole += weight
      if (own.some((at) => rawBags[at]?.has(key))) known += weight
    }
    return whole === 0 ? 0 : known / whole
  }

  function labelSimilarities(tokens: readonly Token[], vector?: Float32Array): Reading['labels'] {
    if (tokens.every(({ kind }) => kind === 'filler')) return []
    const [counts, used] = vector ? [weights.withMeaning, featureNames.length] : [weights.wordsAlone, wordFeatures]
    const scores = featuresOf(tokens, vector).map((features) =>
      features.slice(0, used).reduce((sum, value, at) => sum + value * (counts[at] ?? 0), 0),
    )
    return softmax(scores)
      .map((similarity, at) => ({ label: labels[at] ?? '', similarity }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, mostLabels)
  }

  /** The subjects of a text, without the words that only carry the label. */
  function subjectOf(text: string, label: string): string {
    const family = label.split('.')[0] ?? ''
    const carried = (word: string): boolean =>
      [...ownWords].some(([name, words]) => (name === label || name.startsWith(`${family}.`)) && words.has(keyOf(word)))
    return understand(text)
      .concepts.filter(({ words, topic }) => (topic && words.length > 1) || !words.every(carried))
      .flatMap(({ words }) => words)
      .join(' ')
  }

  /** Which words name something that is known already. */
  function knownIn(tokens: readonly Token[]): boolean[] {
    const known = tokens.map(() => false)
    const mark = (from: number, step: 1 | -1): void => {
      for (let at = from; at >= 0 && at < tokens.length; at += step) {
        const { kind, written } = tokens[at] ?? { kind: 'filler', written: '' }
        const goesOn = tokens[at + step]?.kind === 'subject' && (kind === 'filler' || listing.has(written))
        if (kind !== 'subject' && !goesOn) return
        known[at] = true
      }
    }
    for (const at of tokens.keys()) {
      const starts = (phrase: readonly string[]): boolean =>
        phrase.every((word, place) => tokens[at + place]?.written === word)
      const opening = before.find(starts)
      if (opening) mark(at + opening.length, 1)
      else if (after.some(starts)) mark(at - 1, -1)
    }
    return known
  }

  function partsOf(words: readonly string[], label: string): string[] {
    const parts: string[][] = [[]]
    for (const word of words) {
      if (joining.has(word)) parts.push([])
      else parts.at(-1)?.push(word)
    }
    return parts.map((part) => subjectOf(part.join(' '), label)).filter((part) => part !== '')
  }

  function readingOf(text: string, tokens: readonly Token[], found: Reading['labels']): MessageReading {
    const label = found[0]?.label ?? ''
    const known = knownIn(tokens)
    const open = tokens.filter((_, at) => !known[at]).map(({ written }) => written)
    const understood = understand(text)
    return {
      subject: subjectOf(known.includes(true) ? open.join(' ') : text, label),
      parts: partsOf(open, label),
      known: subjectOf(tokens.flatMap(({ written }, at) => (known[at] ? [written] : [])).join(' '), label),
      places: [...new Set(tokens.flatMap(({ written }) => places.get(written) ?? []))],
      readAs: understood.readAs,
      filters: statedFilters(understood),
      labels: found,
    }
  }

  /** The words of an example are all in the vocabulary. */
  function exampleTokens(text: string): Token[] {
    const parts = text.split(slot)
    return parts.flatMap((part, at): Token[] => [
      ...wordsOf(part).map((written): Token => ({ written, key: keyOf(written), kind: 'word' })),
      ...(at < parts.length - 1 ? [{ written: subjectName, key: subjectToken, kind: 'subject' } as const] : []),
    ])
  }

  return {
    /** The examples for the model of meanings, in their order; null where an example is not English. */
    sentences: examples.map(({ text }) => sentenceOf(exampleTokens(text))),
    /** Takes one vector for each of `sentences` that is not null, in their order. */
    learn(made: readonly Float32Array[]): void {
      const rest = [...made]
      vectors = this.sentences.map((sentence) => (sentence === null ? undefined : rest.shift()))
    },
    /** What a message is about. `embed` makes a vector of a sentence; without it, or before `learn`, words alone decide. */
    async read(text: string, embed?: (sentence: string) => Promise<Float32Array | undefined>): Promise<MessageReading> {
      const tokens = tokensOf(text)
      const sentence = vectors.length > 0 && embed ? sentenceOf(tokens) : null
      const vector = sentence === null ? undefined : await embed?.(sentence)
      return readingOf(text, tokens, labelSimilarities(tokens, vector))
    },
    labels,
    /** Features of an example as if it had never been seen, for the fitting of the weights. */
    featuresWithout(at: number): number[][] {
      return featuresOf(exampleTokens(examples[at]?.text ?? ''), vectors[at], at)
    },
  }
}

export type Recogniser = ReturnType<typeof createRecogniser>

const keyOf = (word: string): string =>
  /\p{Nd}/u.test(word) && !/^\d(st|nd|rd|th)$/.test(word) ? numberToken : stem(word)

const phrasesOf = (phrases: readonly string[]): string[][] => phrases.map(wordsOf).sort((a, b) => b.length - a.length)
