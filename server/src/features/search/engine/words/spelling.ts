import { chosen } from '../parameters.ts'
import { spokenDistance } from './spoken-distance.ts'
import { hardSoundOf, inLatin, looseSoundOf, scriptOf, singular, soundOf, stem, withHardG } from './words.ts'

/** Spelling that follows the catalogue: a course that changes costs its own words, not the whole vocabulary. */
export type Spelling = {
  /** English, or a word of the vocabulary */
  knows(word: string): boolean
  /** the word that was meant; the same word when it is known or nothing is near; two words for a missing space */
  correct(word: string): string
  /** the word that one begins, where all that begin so are forms of one, or clearly more courses have it: "javasc" */
  finished(word: string): string | undefined
  /** words of the vocabulary that begin alike as far as they are one family: "electrical" for "electrician" */
  family(word: string): string[]
  /** words of the vocabulary that are one typo away, the shortest first */
  near(word: string): string[]
  /** two known words that are written without a blank between them */
  split(word: string): string | undefined
  /** the word that sounds like one of another script; `loose` for scripts that write several sounds alike (see `looseSoundOf`) */
  soundsLike(word: string, loose: boolean): string | undefined
  /** the known word that sounds just like one of another script, whatever courses there are */
  soundsJustLike(word: string): string | undefined
  /** words of courses in scripts of India that sound like one in Latin letters; `share` of the difference that is allowed */
  otherScripts(word: string, share?: number): string[]
  /** Sets the number of courses that have a word; frequent words are preferred as corrections, 0 removes the word. */
  count(word: string, courses: number): void
}

const typosAllowed = (length: number): number => (length < chosen.oneTypo ? 0 : length < chosen.twoTypos ? 1 : 2)
const isLatin = (word: string): boolean => /^[a-z]+$/.test(word)
/** what the plural of the word that was meant costs */
const plural = 0.2
/** "music" and "machine" have sounds that English writes otherwise. */
const softened = (word: string): string => word.replace(/(?<=[aeiou])s(?=[aeiou])/g, 'z').replaceAll('ch', 'sh')
const byLength = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : 1)

/**
 * Corrects towards the words of courses (see `count`), `known` words and stop words; words that `isEnglish` knows are spared.
 * Words of other scripts are read as any of these but stop words.
 */
export function createSpelling(
  isEnglish: (word: string) => boolean,
  known: Iterable<string> = [],
  stopWords: ReadonlySet<string> = new Set(),
): Spelling {
  const fixed = new Set([...known, ...stopWords])
  /** words with the number of courses that have them */
  const vocabulary = new Map<string, number>()
  const index = createDeleteIndex()
  const bySound = createSounds((word) => [soundOf(word), hardSoundOf(word), soundOf(singular(word))])
  const bySoftSound = createSounds((word) => [soundOf(softened(word))])
  const byLooseSound = createSounds((word) => [looseSoundOf(word)])
  const byFront = createSounds((word) => [word.slice(0, chosen.unfinished)])
  const inOtherScripts = createSounds((word) => [scriptOf(word) === 'devanagari' ? soundOf(word) : looseSoundOf(word)])

  function count(word: string, courses: number): void {
    if (courses <= 0 && !fixed.has(word)) {
      vocabulary.delete(word)
      for (const words of [index, bySound, bySoftSound, byLooseSound, byFront, inOtherScripts]) words.remove(word)
      return
    }
    const isNew = !vocabulary.has(word)
    vocabulary.set(word, courses)
    if (!isNew || /\d/.test(word) || word.length < 3) return
    if (scriptOf(word)) {
      if (!stopWords.has(word)) inOtherScripts.add(word)
      return
    }
    index.add(word)
    if (stopWords.has(word)) return
    byFront.add(word)
    bySound.add(word)
    if (softened(word) !== word) bySoftSound.add(word)
    byLooseSound.add(word)
  }
  for (const word of fixed) count(word, 0)

  const knows = (word: string): boolean => vocabulary.has(word) || isEnglish(word)
  /** how much a word is preferred, 0 to `chosen.common` */
  const worthOf = (word: string): number => chosen.common * (1 - 1 / (1 + (vocabulary.get(word) ?? 0)))
  const cheapest = (costs: readonly { word: string; cost: number }[]): string | undefined =>
    [...costs].sort((a, b) => a.cost - b.cost || byLength(a.word, b.word))[0]?.word

  function nearest(word: string): string | undefined {
    const most = typosAllowed(word.length)
    const costs = [...index.near(word, most)].flatMap((other) => {
      const typos = distance(word, other, most)
      // letters that are exchanged at the start are still there
      const sameFront = other[0] === word[0] || (other[0] === word[1] && other[1] === word[0])
      const cost = typos + (sameFront ? 0 : chosen.frontTypo) - worthOf(other)
      // Two typos in a word of seven letters, one of them in front, is another word.
      return typos > most || cost > most + 1 - chosen.frontTypo ? [] : [{ word: other, cost }]
    })
    return cheapest(costs)
  }
  /** "flutr" lacks two letters, and "fonics" has another; both sound like nothing else */
  function alike(word: string): string | undefined {
    const sound = soundOf(word)
    if (sound.length < chosen.distinctiveSound) return undefined
    const mostTypos = Math.ceil(word.length * chosen.unlike)
    return cheapest(
      [...bySound.get(sound)].flatMap((other) => {
        const typos = distance(word, other, mostTypos)
        return typos > mostTypos ? [] : [{ word: other, cost: typos }]
      }),
    )
  }
  function split(word: string): string | undefined {
    for (let at = 3; at <= word.length - 2; at++) {
      const [left, right] = [word.slice(0, at), word.slice(at)]
      // The dictionary is asked last: it is much slower than the vocabulary.
      if (vocabulary.has(left) ? knows(right) : vocabulary.has(right) && isEnglish(left)) return `${left} ${right}`
    }
    return undefined
  }
  function nearestSound(word: string, others: Iterable<string>, most: number): string | undefined {
    const latin = inLatin(word)
    return cheapest(
      [...others].flatMap((other) => {
        const unlike = unlikeness(latin, other)
        return unlike > most ? [] : [{ word: other, cost: unlike - worthOf(other) }]
      }),
    )
  }
  function finished(word: string): string | undefined {
    if (word.length < chosen.unfinished || !isLatin(word)) return undefined
    const forms = new Map<string, { shortest: string; courses: number }>()
    for (const other of byFront.get(word.slice(0, chosen.unfinished))) {
      if (!other.startsWith(word)) continue
      const { shortest, courses } = forms.get(stem(other)) ?? { shortest: other, courses: 0 }
      const first = byLength(other, shortest) < 0 ? other : shortest
      forms.set(stem(other), { shortest: first, courses: Math.max(courses, vocabulary.get(other) ?? 0) })
    }
    const [most, next] = [...forms.values()].sort((a, b) => b.courses - a.courses || byLength(a.shortest, b.shortest))
    return next && most && most.courses < chosen.clearlyMore * Math.max(1, next.courses) ? undefined : most?.shortest
  }
  function family(word: string): string[] {
    if (word.length <= chosen.familyLetters || !isLatin(word)) return []
    const most = (other: string): number =>
      Math.max(chosen.familyLetters, chosen.family * Math.max(word.length, other.length))
    return [...byFront.get(word.slice(0, chosen.unfinished))]
      .map((other) => ({ other, shared: sharedFront(word, other) }))
      .filter(({ other, shared }) => shared >= most(other))
      .sort((a, b) => b.shared - a.shared || byLength(a.other, b.other))
      .map(({ other }) => other)
  }
  function otherScripts(word: string, share = 1): string[] {
    if (!isLatin(word) || word.length < 3) return []
    const sounds = [soundOf(word), hardSoundOf(word), looseSoundOf(word), looseSoundOf(withHardG(word))]
    const alike = new Set(sounds.flatMap((sound) => [...inOtherScripts.get(sound)]))
    return [...alike].filter((other) => {
      const isLoose = scriptOf(other) !== 'devanagari'
      const sound = isLoose ? looseSoundOf(other) : soundOf(other)
      // two consonants are those of many words
      const part = sound.length < 3 ? Math.min(share, chosen.sameInScripts) : share
      return sound.length > 1 && unlikeness(inLatin(other), word) <= mostUnlike(other, sound, isLoose) * part
    })
  }
  return {
    knows,
    count,
    split,
    finished,
    family,
    otherScripts,
    correct(word) {
      if (word.length < chosen.oneTypo || !isLatin(word) || knows(word)) return word
      if (otherScripts(word, chosen.sameInScripts).length > 0) return word
      return (
        nearest(word) ??
        (otherScripts(word).length > 0 ? word : undefined) ??
        alike(word) ??
        (word.length > chosen.twoTypos ? split(word) : undefined) ??
        word
      )
    },
    near: (word) =>
      word.length <= chosen.oneTypo || !isLatin(word)
        ? []
        : [...index.near(word, 1)].filter((other) => other !== word && distance(word, other, 1) === 1).sort(byLength),
    soundsLike(word, isLoose) {
      const sound = isLoose ? looseSoundOf(word) : soundOf(word)
      // A sound of one consonant is that of too many words.
      if (sound.length < 2) return undefined
      const alike = isLoose ? byLooseSound.get(sound) : [...bySound.get(sound), ...bySoftSound.get(sound)]
      return nearestSound(word, alike, mostUnlike(word, sound, isLoose))
    },
    soundsJustLike(word) {
      const sound = soundOf(word)
      const [, part] = chosen.sameSound.find(([consonants]) => sound.length >= consonants) ?? [0, 0]
      const alike = [...bySound.get(sound), ...bySoftSound.get(sound)].filter((other) => fixed.has(other))
      return sound.length < 2 ? undefined : nearestSound(word, alike, inLatin(word).length * part)
    },
  }
}

/** Letters that two words have in common from their beginning on. */
function sharedFront(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

const unlikeness = (latin: string, english: string): number =>
  Math.min(spokenDistance(latin, english), spokenDistance(latin, singular(english)) + plural)

/** How differently a word of another script may sound from an English one. */
function mostUnlike(word: string, sound: string, isLoose: boolean): number {
  const part = sound.length < chosen.distinctiveSound ? chosen.unlikeSound : chosen.unlikeLongSound
  return inLatin(word).length * part * (isLoose ? chosen.looseSound : 1)
}

/** Words by their sounds. */
function createSounds(soundsOf: (word: string) => readonly string[]) {
  const words = new Map<string, Set<string>>()
  return {
    get: (sound: string): Iterable<string> => words.get(sound) ?? [],
    add(word: string): void {
      for (const sound of soundsOf(word)) words.set(sound, (words.get(sound) ?? new Set()).add(word))
    },
    remove(word: string): void {
      for (const sound of soundsOf(word)) {
        const alike = words.get(sound)
        alike?.delete(word)
        if (alike?.size === 0) words.delete(sound)
      }
    },
  }
}

/** Letters to insert, remove, replace or exchange with their neighbour; anything above `most` counts as `most + 1`. */
export function distance(a: string, b: string, most: number): number {
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
  return Math.min(above[b.length] ?? 0, most + 1)
}

/** Letters of a word that its forms are made of; two words within two typos of each other share a form of their beginnings, too. */
const prefix = 7
/** Most letters that are left out of a word. */
const mostTypos = 2

/** Words by what is left of them when letters are left out ("symmetric delete"): finding what is near looks at a few forms, never at all words. */
type DeleteIndex = {
  add(word: string): void
  remove(word: string): void
  /**
   * All words within `most` typos (at most 2; a typo inserts, removes, replaces or exchanges letters), and some that are
   * not: the caller measures. In no order. A word shorter than 5 letters is found for 1 typo only.
   */
  near(word: string, most: number): Iterable<string>
}

/**
 * The forms are kept as 32-bit hashes; a collision only adds a candidate. `bench/search/spelling.ts` compares it with SymSpell of the
 * package mnemonist, which keeps strings and cannot remove a word: 30,000 words take 36 MB of heap beside 99 MB, and a hostile word of 32
 * letters 30 entries beside 529.
 */
export function createDeleteIndex(): DeleteIndex {
  const places = new Map<string, number>()
  const words: (string | undefined)[] = []
  const free: number[] = []
  const byForm = new Map<number, number | number[]>()
  const typosOf = (word: string): number => (word.length < 5 ? 1 : mostTypos)

  function link(form: number, place: number): void {
    const there = byForm.get(form)
    if (there === undefined) byForm.set(form, place)
    else if (typeof there === 'number') byForm.set(form, [there, place])
    else there.push(place)
  }

  function unlink(form: number, place: number): void {
    const there = byForm.get(form)
    if (typeof there === 'number') byForm.delete(form)
    if (typeof there !== 'object') return
    const at = there.indexOf(place)
    const last = there.pop()
    if (last !== undefined && at < there.length) there[at] = last
    const [only] = there
    if (there.length === 1 && only !== undefined) byForm.set(form, only)
  }

  return {
    add(word) {
      if (places.has(word)) return
      const place = free.pop() ?? words.length
      words[place] = word
      places.set(word, place)
      for (const form of formsOf(word, typosOf(word))) link(form, place)
    },
    remove(word) {
      const place = places.get(word)
      if (place === undefined) return
      for (const form of formsOf(word, typosOf(word))) unlink(form, place)
      places.delete(word)
      words[place] = undefined
      free.push(place)
    },
    *near(word, most) {
      const seen = new Set<number>()
      for (const form of formsOf(word, Math.min(most, mostTypos))) {
        const there = byForm.get(form)
        for (const place of typeof there === 'number' ? [there] : (there ?? [])) {
          if (seen.has(place)) continue
          seen.add(place)
          const candidate = words[place]
          if (candidate !== undefined && Math.abs(candidate.length - word.length) <= most) yield candidate
        }
      }
    },
  }
}

/** Hashes of the beginning of a word with up to `most` letters left out. */
function formsOf(word: string, most: number): Set<number> {
  const length = Math.min(prefix, word.length)
  const forms = new Set<number>()
  const without = (first: number, second: number): void => {
    let hash = 0
    for (let at = 0; at < length; at++)
      if (at !== first && at !== second) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0
    forms.add(hash)
  }
  without(-1, -1)
  if (most >= 1) for (let first = 0; first < length; first++) without(first, -1)
  if (most >= 2)
    for (let first = 0; first < length; first++)
      for (let second = first + 1; second < length; second++) without(first, second)
  return forms
}
