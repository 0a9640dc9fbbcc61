import { soundOf } from './sound-of.ts'

/** Words of the catalogue (and of the lexicon), with how much they are worth as a correction. */
type Vocabulary = ReadonlyMap<string, number>

export type Spelling = {
  /** English, or a word of the vocabulary */
  knows(word: string): boolean
  /** the word that was meant; the same word when it is known or nothing is near; two words for a missing space */
  correct(word: string): string
  /** words of the vocabulary that are one slip away */
  near(word: string): string[]
  /** the word that sounds so, for other scripts */
  soundsLike(word: string): string | undefined
}

/** Slips that a word of this length may have. */
const allowed = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2)

/** Corrects towards the words of `vocabulary`; words that `isEnglish` knows are spared. */
export function createSpelling(vocabulary: Vocabulary, isEnglish: (word: string) => boolean): Spelling {
  const byLength = new Map<number, string[]>()
  const bySound = new Map<string, string>()
  for (const [word, worth] of vocabulary) {
    if (/\d/.test(word)) continue
    if (word.length >= 3) {
      const alike = byLength.get(word.length)
      if (alike) alike.push(word)
      else byLength.set(word.length, [word])
    }
    const sound = soundOf(word)
    if (sound.length < 2) continue
    const rival = bySound.get(sound)
    if (rival === undefined || (vocabulary.get(rival) ?? 0) < worth) bySound.set(sound, word)
  }
  const knows = (word: string): boolean => vocabulary.has(word) || isEnglish(word)
  const nearest = (word: string): string | undefined => {
    const most = allowed(word.length)
    let best: { word: string; cost: number } | undefined
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const candidate of byLength.get(length) ?? []) {
        const slips = distance(word, candidate, most)
        if (slips > most) continue
        const worth = Math.min(4, Math.log2(1 + (vocabulary.get(candidate) ?? 0)))
        const cost = slips + (candidate[0] === word[0] ? 0 : 0.7) - 0.08 * worth
        if (!best || cost < best.cost) best = { word: candidate, cost }
      }
    }
    // Two slips in a word of seven letters, one of them in front, is another word.
    return best && best.cost <= most + 0.3 ? best.word : undefined
  }
  const split = (word: string): string | undefined => {
    for (let at = 3; at <= word.length - 3; at++) {
      const [left, right] = [word.slice(0, at), word.slice(at)]
      if (knows(left) && knows(right)) if (vocabulary.has(left) || vocabulary.has(right)) return `${left} ${right}`
    }
    return undefined
  }
  /** "flutr" lacks two letters, and sounds like nothing else. */
  const alike = (word: string): string | undefined => {
    const sound = soundOf(word)
    const heard = sound.length >= 3 ? bySound.get(sound) : undefined
    return heard !== undefined && heard[0] === word[0] && Math.abs(heard.length - word.length) <= 3 ? heard : undefined
  }
  return {
    knows,
    correct(word) {
      if (word.length < 4 || !/^[a-z]+$/.test(word) || knows(word)) return word
      return nearest(word) ?? alike(word) ?? (word.length >= 8 ? split(word) : undefined) ?? word
    },
    near: (word) =>
      word.length < 5 || !/^[a-z]+$/.test(word)
        ? []
        : [word.length - 1, word.length, word.length + 1]
            .flatMap((length) => byLength.get(length) ?? [])
            .filter((other) => other !== word && distance(word, other, 1) === 1),
    soundsLike: (word) => bySound.get(soundOf(word)),
  }
}

/** Letters to insert, remove, replace or exchange with their neighbour; anything above `most` counts as `most + 1`. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = above
    above = row
  }
  return above[b.length] ?? 0
}
