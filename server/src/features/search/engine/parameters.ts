import { join } from 'node:path'
import { z } from 'zod'
import { readDataFile } from '#core/files/read-data-file.ts'

/**
 * Every number of the search that a person has chosen. All others are fitted by `bench/search/fit.ts`, bound the work of a
 * search (`searchLimits`), or count letters and fields.
 */
export const chosen = {
  /** most courses of an answer that the search is sure of, and of one that it is not */
  mostSure: 12,
  mostClosest: 5,
  /** a course is shown while it is at least this part as likely to fit as the best one */
  tail: 0.03,
  /** and the search is sure of it from this part on */
  clear: 0.2,
  /** and fits as well as the best, so that "cheapest" may sort the two, from this part on */
  fitting: 0.6,
  /** what the reader's language is worth beside a search in that language, which is fitted: less than any word of the search */
  ownLanguage: 0.25,
  /** part of the background questions, which are harder than most nonsense, of which a catalogue may make the search sure, and how far that goes */
  sureOfNonsense: 0.09,
  surest: 0.99,
  /** what a word that lectures only say is worth beside one of the description */
  spoken: 0.5,
  /** what a course loses that has something unwanted outside of its title, in scores of the ranking */
  unwanted: 3,
  /** a word that so few courses have is rare: a search that has it is never without an answer */
  rareCourses: 2,
  /** part of a name that the family name is, where at most so many courses have it */
  familyName: 0.75,
  rareName: 5,
  /** what a word that is frame counts beside a subject; and from how likely on it is one, a context or a subject */
  frame: 0.1,
  framed: 0.5,
  roleSure: 0.7,
  /** and from how likely on a subject is not wanted, beside a word that excludes: of made-up questions it finds 0.89 of these, 0.84 by roles alone */
  unwantedSure: 0.2,
  /** how likely a search asks for a job for courses for beginners to be lifted */
  career: 0.5,
  /** mean cosine of two courses below which they have nothing to do with each other */
  alike: 0.35,
  /** an intent counts while it is at most so far behind the nearest, and each further subject of it this part of the one before */
  nextIntent: 0.06,
  nextSubject: 0.85,
  /** words from these lengths on may have one typo, and two */
  oneTypo: 4,
  twoTypos: 7,
  /** what a typo in the first letter costs beside one elsewhere */
  frontTypo: 0.7,
  /** how much a word that many courses have is preferred to one that none has, in typos */
  common: 0.3,
  /** part of the letters in which a misspelt word may differ from the word that it sounds like */
  unlike: 0.5,
  /** how differently a word of another script may sound from the English one, for each letter; and one of many consonants */
  unlikeSound: 0.17,
  unlikeLongSound: 0.27,
  /** how many times as differently in a script that writes several sounds alike */
  looseSound: 1.7,
  /** the same where a course is read by words that it may not mean, from so many consonants on: "कोन" is no CNN */
  sameSound: [
    [4, 0.1],
    [3, 0.06],
  ] as const,
  /**
   * part of what is allowed within which a word that courses write in a script of India is no typo of another, and surely the English
   * word; and surely one that English does not know
   */
  sameInScripts: 0.3,
  surelyAlike: 0.5,
  /** a word of so many letters may be the beginning of one that so many times as many courses have; such a part of two words, and so many letters, is the same in both */
  unfinished: 4,
  clearlyMore: 2,
  family: 0.6,
  familyLetters: 5,
  /** so many consonants are those of one word only, whatever its letters are */
  distinctiveSound: 4,
}

/**
 * What is read of a search. Honest ones of the evaluation have at most 120 letters, 25 words (15 letters the longest) and 9
 * concepts; whatever a client sends, the work stays near to theirs.
 */
export const searchLimits = {
  /** UTF-16 units, compatible forms brought together: one sign may become eighteen */
  text: 400,
  wordLength: 32,
  /** different words that carry meaning; stop words come on top, since names such as "free of cost" need theirs */
  words: 24,
  /** sentences of a story that are compared with courses */
  sentences: 4,
  /** courses that are measured, by words and by meaning each */
  candidates: 120,
  /** nearest intents whose subjects are looked for in the catalogue */
  intents: 16,
}

/** What is measured of a course for a search. Shares of concepts are 0 to 1, the rare concepts counting more. */
export const courseFeatures = [
  // shares of the head concepts, by the field of the course that has them
  'headInTitle',
  'headInSubTitle',
  'headInLectures',
  'headInCategory',
  'headInDescription',
  'headAnywhere',
  /** how much of the name of someone who teaches the search has, 0 to 1 */
  'educator',
  // of words that narrow them, of their context, of everyday words
  'modifierInTitle',
  'modifierAnywhere',
  'contextInTitle',
  'contextAnywhere',
  'weakInTitle',
  'weakAnywhere',
  // of what only helps with them
  'relatedInTitle',
  'relatedAnywhere',
  /** share of names of several words whose words are apart in the course */
  'apart',
  /** 1 when every concept but context and everyday words is there */
  'complete',
  /** part of the title's words that the search has */
  'titleMatched',
  // cosines with the subject (nearest side, mean of the sides), the nearest sentence, all sentences on average, the part that asks
  'subjectCosine',
  'subjectMeanCosine',
  'sentenceCosine',
  'storyCosine',
  'requestCosine',
  /** how much the course is about what an intent leads to, 0 to 1 */
  'intent',
  // 1 where it is so
  'category',
  'levelHint',
  // taught in a language that the search names, or that it is written in
  'namedLanguage',
  'writtenLanguage',
  // taught in Hindi, or in another language than English, that neither the search nor its reader asks for
  'unaskedHindi',
  'unaskedLanguage',
] as const

/** What is measured of a whole search, to tell whether the catalogue has what it asks for. */
export const searchFeatures = [
  'bias',
  /** the best course's share of the concepts that are asked for, without their context: anywhere, in its title, with what helps */
  'covered',
  'coveredInTitle',
  'coveredByRelated',
  /** the same for context alone */
  'contextCovered',
  'subjectCosine',
  'sentenceCosine',
  'offTopicCosine',
  /** greatest cosine with a course beyond that with an off-topic example */
  'margin',
  'intent',
  'untaughtIntent',
  /** shares of concepts that no one knows, and of subjects that no course has */
  'strange',
  'missingTopic',
  'commerce',
  'teaching',
  /** how likely it wants nothing to learn, and how much of it is frame, by the reader of questions */
  'off',
  'framed',
  /** how much of someone's name it has, and of the best course's title; 1 when that course has all that is asked for */
  'educator',
  'titleMatched',
  'complete',
  /** 1 for one concept, 1/2 for two … */
  'brevity',
  /** score of the best course */
  'score',
] as const

/** Scores of courses are divided by this, to be of the size of what else is measured of a search. */
const greatScore = 20

/** Each two of what is measured of a search; the first one is always 1, so that its products are the others themselves. */
const products = searchFeatures.flatMap((first, at) =>
  searchFeatures.slice(at).map((second) => ({ name: at === 0 ? second : `${first} ${second}`, first, second })),
)

/** What is measured of a search and the products of each two of it: a subject in a title says less where the question wants to buy. */
export function withProducts(features: SearchFeatures): Record<string, number> {
  const scaled = { ...features, score: features.score / greatScore }
  const all: Record<string, number> = {}
  for (const { name, first, second } of products) all[name] = scaled[first] * scaled[second]
  return all
}

export type CourseFeature = (typeof courseFeatures)[number]
export type SearchFeature = (typeof searchFeatures)[number]
export type CourseFeatures = Record<CourseFeature, number>
export type SearchFeatures = Record<SearchFeature, number>

const nothing = Object.fromEntries(courseFeatures.map((name) => [name, 0])) as CourseFeatures // every name is there
export const noCourseFeatures = (): CourseFeatures => ({ ...nothing })

/** The sum of features times their weights; a feature without a weight counts nothing. */
export function weigh(features: Readonly<Record<string, number>>, weights: Model['ranking']): number {
  let sum = 0
  for (const name in features) sum += (features[name] ?? 0) * (weights[name] ?? 0)
  return sum
}

export const logistic = (value: number): number => 1 / (1 + Math.exp(-value))

const Weights = z.record(z.string(), z.number())
const Model = z.strictObject({
  ranking: Weights,
  /** a rank score as a probability: 1 / (1 + exp(-(slope * score + offset))) */
  relevance: z.strictObject({ slope: z.number(), offset: z.number() }),
  acceptance: Weights,
  thresholds: z.strictObject({ sure: z.number(), closest: z.number() }),
})
const Models = z.strictObject({ withMeaning: Model, wordsAlone: Model })

/** Weights that `bench/search/fit.ts` has fitted and written. */
export type Model = z.output<typeof Model>

export const loadModels = (): z.output<typeof Models> =>
  readDataFile(join(import.meta.dirname, '../data/model.json'), Models)

/**
 * Returns from which probability on a search is sure: that above which `chosen.sureOfNonsense` of the background questions are, within
 * the bounds of `chosen`, so that no catalogue makes the search sure of anything, or of nothing.
 */
export function sureFrom(background: readonly number[], { thresholds }: Model): number {
  const sorted = [...background].sort((a, b) => a - b)
  const least = sorted[Math.floor(sorted.length * (1 - chosen.sureOfNonsense))] ?? thresholds.sure
  return Math.min(chosen.surest, Math.max(thresholds.sure, least))
}
