import { readFileSync } from 'node:fs'

/** Returns the first `most` words of the English dictionary in lower case, in the order of the file and without endings. */
export function dictionaryWords(most: number): string[] {
  const file = readFileSync(new URL('index.dic', import.meta.resolve('dictionary-en')), 'utf8')
  const words = file.split('\n').flatMap((line) => line.match(/^[a-z]{3,}(?=\/|$)/)?.[0] ?? [])
  return [...new Set(words)].slice(0, most)
}
