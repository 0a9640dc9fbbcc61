import type { Model } from '../lexicon/load-lexicon.ts'

/** What is measured of a course for a search. Shares of concepts are 0 to 1, the rare concepts counting more. */
export const courseFeatures = [
  // shares of the concepts that are asked for, by the field of the course that has them
  'headInTitle',
  'headInSubTitle',
  'headInLectures',
  'headInCategory',
  'headInDescription',
  'headAnywhere',
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
  /** share of names of several words whose words stand apart in the course */
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
  'inHindi',
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
  /** 1 for one concept, 1/2 for two … */
  'brevity',
  /** score of the best course */
  'score',
] as const

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
