import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the spelling in which words are compared. */
const text = readFileSync(join(import.meta.dirname, 'data/stop-words.txt'), 'utf8')
const stopWords: ReadonlySet<string> = new Set(text.split(/\s+/).filter(Boolean))

/** Whether a word says nothing of what a question or a lecture is about: in English, and in Hindi in either script. */
export const isStopWord = (word: string): boolean => stopWords.has(word)
