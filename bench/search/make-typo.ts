import { stableHash } from './stable-hash.ts'

const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/**
 * Returns the text with one word of at least five letters misspelt: a letter dropped, doubled, swapped with the next one or
 * replaced by its neighbour on the keyboard. First letters stay. Null if the text has no such word. The same text and seed
 * give the same typo.
 */
export function makeTypo(text: string, seed: string): string | null {
  const words = [...text.matchAll(/[A-Za-z]{5,}/g)]
  const hash = stableHash(`typo ${seed} ${text}`)
  const word = words[hash % words.length]
  if (!word) return null
  const wrong = misspell(word[0], hash >>> 4)
  return wrong === word[0] ? null : text.slice(0, word.index) + wrong + text.slice(word.index + word[0].length)
}

function misspell(word: string, hash: number): string {
  const at = 1 + ((hash >>> 2) % (word.length - 2))
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)]
  switch (hash % 4) {
    case 0:
      return before + next + after
    case 1:
      return before + letter + letter + next + after
    case 2:
      return before + next + letter + after
    default:
      return before + neighbour(letter, hash) + next + after
  }
}

function neighbour(letter: string, hash: number): string {
  const row = keyboard.find((keys) => keys.includes(letter.toLowerCase()))
  if (!row) return letter
  const place = row.indexOf(letter.toLowerCase())
  const near = [row[place - 1], row[place + 1]].filter((key) => key !== undefined)
  return near[(hash >>> 12) % near.length] ?? letter
}
