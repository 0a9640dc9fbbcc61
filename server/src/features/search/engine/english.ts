/// <reference path="./packages.d.ts" />
import dictionary from 'dictionary-en'
import nspell from 'nspell'

/** Tells English words from others; names and places, which English writes with a capital, are none here. */
export function createEnglish(): (word: string) => boolean {
  const spell = nspell(Buffer.from(dictionary.aff).toString(), Buffer.from(dictionary.dic).toString())
  const known = new Map<string, boolean>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    if (known.size > 20_000) known.clear()
    const answer = spell.correct(word)
    known.set(word, answer)
    return answer
  }
}
