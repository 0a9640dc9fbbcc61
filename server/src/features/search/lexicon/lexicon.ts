import type { Category, Level } from '@virtual-courses/contract'

/**
 * What the search knows besides the courses themselves. Plain data in lines, so that an operator can read and change it.
 * All texts in lower case.
 */
export type Lexicon = {
  /** `kubernetes = k8s, kube`: other names of the same thing; the first is the usual one */
  same: readonly string[]
  /** `kubernetes, helm > docker, containers`: whoever asks for the left may be helped by the right */
  related: readonly string[]
  /** words that say nothing about the subject, separated by spaces */
  stopWords: readonly string[]
  /** Hindi in Latin letters: `sikhna = learn`; nothing after the sign for words without a subject */
  romanHindi: readonly string[]
  /** Hindi, and English in Devanagari: `पाइथन = python` */
  devanagari: readonly string[]
  /** phrases that state a level: nothing else is shown unless nothing fits */
  levels: Readonly<Record<Level, readonly string[]>>
  /** phrases that only hint at one */
  levelHints: Readonly<Record<Level, readonly string[]>>
  /** words before a level that only strengthen it; separated by spaces */
  degrees: readonly string[]
  free: readonly string[]
  cheap: readonly string[]
  /** how people call a category when they mean all of it */
  categories: Readonly<Record<Exclude<Category, 'Others'>, readonly string[]>>
  /** what people write that is not about learning anything here; a search must be nearer to a course than to these */
  background: readonly string[]
  /** `a sentence; another > subject, subject`: what people want to be able to do, and what to learn for it */
  intents: readonly string[]
  /** everyday words that tell little of a subject, wherever they stand; separated by spaces */
  weakWords: readonly string[]
  /** words of shops, news and services, which a search for courses seldom has; separated by spaces */
  elsewhereWords: readonly string[]
  /** words that make a search one for courses whatever else it says; separated by spaces */
  teachingWords: readonly string[]
  /** things that are bought; separated by spaces */
  goods: readonly string[]
}
