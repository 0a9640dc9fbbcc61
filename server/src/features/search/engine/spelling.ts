import { createDeleteIndex } from './delete-index.ts'
import { soundOf } from './sound-of.ts'

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

/** Spelling that follows the catalogue: a course that changes costs its own words, not the whole vocabulary. */
export type LiveSpelling = Spelling & {
  /** Sets in how many courses a word stands; more are worth more as a correction, 0 takes the word away. */
  count(word: string, courses: number): void
}

/** Slips that a word of this length may have. */
const allowed = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2)

/** What a word is worth that is known, but that no course has. */
const worthOfKnown = 0.5
/** Such words come after all those of the courses where two are worth the same. */
const afterCourses = 2 ** 40

/** `order` decides between words that are as near as each other: shorter first, then those of courses in the order in which they came. */
type Entry = { worth: number; order: number }

/** Corrects towards the words of courses (see `count`) and `known` words; words that `isEnglish` knows are spared. */
export function createSpelling(isEnglish: (word: string) => boolean, known: Iterable<string> = []): LiveSpelling {
  const vocabulary = new Map<string, Entry>()
  const lexicon = new Map<string, number>()
  const index = createDeleteIndex()
  const bySound = new Map<string, Set<string>>()
  let orders = 0

  function enter(word: string, entry: Entry): void {
    const isNew = !vocabulary.has(word)
    vocabulary.set(word, entry)
    if (!isNew || /\d/.test(word)) return
    if (word.length >= 3) index.add(word)
    const sound = soundOf(word)
    if (sound.length < 2) return
    const alike = bySound.get(sound)
    if (alike) alike.add(word)
    else bySound.set(sound, new Set([word]))
  }

  function leave(word: string): void {
    if (!vocabulary.delete(word)) return
    index.remove(word)
    const sound = soundOf(word)
    const alike = bySound.get(sound)
    alike?.delete(word)
    if (alike?.size === 0) bySound.delete(sound)
  }

  for (const word of known) {
    if (lexicon.has(word)) continue
    lexicon.set(word, afterCourses + lexicon.size)
    enter(word, { worth: worthOfKnown, order: afterCourses + lexicon.size - 1 })
  }

  const knows = (word: string): boolean => vocabulary.has(word) || isEnglish(word)
  const orderOf = (word: string): number => vocabulary.get(word)?.order ?? 0
  const byOrder = (a: string, b: string): number => a.length - b.length || orderOf(a) - orderOf(b)
  const heardAs = (sound: string): string | undefined => {
    let best: { word: string; entry: Entry } | undefined
    for (const word of bySound.get(sound) ?? []) {
      const entry = vocabulary.get(word)
      if (!entry) continue
      const better = !best || entry.worth > best.entry.worth
      if (better || (entry.worth === best?.entry.worth && entry.order < best.entry.order)) best = { word, entry }
    }
    return best?.word
  }
  const nearest = (word: string): string | undefined => {
    const most = allowed(word.length)
    let best: { word: string; cost: number } | undefined
    for (const candidate of index.near(word, most)) {
      const slips = distance(word, candidate, most)
      if (slips > most) continue
      const worth = Math.min(4, Math.log2(1 + (vocabulary.get(candidate)?.worth ?? 0)))
      const cost = slips + (candidate[0] === word[0] ? 0 : 0.7) - 0.08 * worth
      if (!best || cost < best.cost || (cost === best.cost && byOrder(candidate, best.word) < 0))
        best = { word: candidate, cost }
    }
    // Two slips in a word of seven letters, one of them in front, is another word.
    return best && best.cost <= most + 0.3 ? best.word : undefined
  }
  const split = (word: string): string | undefined => {
    for (let at = 3; at <= word.length - 3; at++) {
      const [left, right] = [word.slice(0, at), word.slice(at)]
      // The dictionary is asked last: it is much slower than the vocabulary.
      if (vocabulary.has(left) ? knows(right) : vocabulary.has(right) && isEnglish(left)) return `${left} ${right}`
    }
    return undefined
  }
  /** "flutr" lacks two letters, and sounds like nothing else. */
  const alike = (word: string): string | undefined => {
    const sound = soundOf(word)
    const heard = sound.length >= 3 ? heardAs(sound) : undefined
    return heard !== undefined && heard[0] === word[0] && Math.abs(heard.length - word.length) <= 3 ? heard : undefined
  }
  return {
    knows,
    count(word, courses) {
      const before = vocabulary.get(word)
      const place = lexicon.get(word)
      if (courses <= 0) {
        if (place === undefined) leave(word)
        else enter(word, { worth: worthOfKnown, order: place })
      } else if (before && before.order < afterCourses) before.worth = courses
      else enter(word, { worth: courses, order: ++orders })
    },
    correct(word) {
      if (word.length < 4 || !/^[a-z]+$/.test(word) || knows(word)) return word
      return nearest(word) ?? alike(word) ?? (word.length >= 8 ? split(word) : undefined) ?? word
    },
    near: (word) =>
      word.length < 5 || !/^[a-z]+$/.test(word)
        ? []
        : [...index.near(word, 1)].filter((other) => other !== word && distance(word, other, 1) === 1).sort(byOrder),
    soundsLike: (word) => heardAs(soundOf(word)),
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
