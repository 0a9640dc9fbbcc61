import { type Dictionary, pronounce } from './pronounce.ts'

/** A text in the form that pocketsphinx needs. Words are named w0, w1 …, so that the files contain no untrusted text. */
export type WordModel = { dictionary: string; model: string; words: string[] }

/** Share of the probability that is left for words that do not follow in the text. */
const left = 0.1

/** Returns the pronunciations of a text and its trigram model in ARPA format. */
export function modelWords(text: readonly string[], known: Dictionary): WordModel {
  const words = [...new Set(text)]
  const names = new Map(words.map((word, index) => [word, `w${index}`]))
  const dictionary = words.flatMap((word, index) =>
    pronounce(word, known).map((sounds, variant) => `w${index}${variant === 0 ? '' : `(${variant + 1})`} ${sounds}\n`),
  )
  const sequence = ['<s>', ...text.map((word) => names.get(word) ?? ''), '</s>']
  const counts = [1, 2, 3].map((size) => {
    const found = new Map<string, number>()
    for (let at = size - 1; at < sequence.length; at++) {
      const key = sequence.slice(at - size + 1, at + 1).join(' ')
      found.set(key, (found.get(key) ?? 0) + 1)
    }
    return found
  })
  const lines = counts.map((found, index) => {
    const backoff = index < 2 ? ` ${log(left)}` : ''
    return [...found].map(([key, count]) => {
      if (key === '<s>') return `-99 <s>${backoff}\n`
      const before = index === 0 ? sequence.length : (counts[index - 1]?.get(key.slice(0, key.lastIndexOf(' '))) ?? 1)
      return `${log(((index === 0 ? 1 : 1 - left) * count) / before)} ${key}${backoff}\n`
    })
  })
  const head = lines.map((of, index) => `ngram ${index + 1}=${of.length}\n`).join('')
  const body = lines.map((of, index) => `\n\\${index + 1}-grams:\n${of.join('')}`).join('')
  return { dictionary: dictionary.join(''), model: `\\data\\\n${head}${body}\n\\end\\\n`, words }
}

const log = (probability: number): string => Math.log10(probability).toFixed(4)
