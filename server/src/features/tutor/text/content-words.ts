import { isStopWord } from '../../passages/index.ts'
import { stem, wordsOf } from '../../search/index.ts'

export type Word = { written: string; stem: string }

/** Returns the words of a text that say what it is about, each with its stem. */
export const contentWords = (text: string): Word[] =>
  wordsOf(text)
    .filter((word) => word.length > 1 && !isStopWord(word) && !/^\p{N}+$/u.test(word))
    .map((written) => ({ written, stem: stem(written) }))

/** Returns the stems of a text, each once. */
export const stemsOf = (text: string): Set<string> => new Set(contentWords(text).map((word) => word.stem))
