/** Letters of a word that its forms are made of; two words within two slips of each other share a form of their beginnings, too. */
const prefix = 7
/** Most letters that are left out of a word. */
export const mostSlips = 2

/** Words by what is left of them when letters are left out ("symmetric delete"): finding what is near looks at a few forms, never at all words. */
export type DeleteIndex = {
  add(word: string): void
  remove(word: string): void
  /**
   * All words within `most` slips (at most 2; a slip inserts, removes, replaces or exchanges letters), and some that are
   * not: the caller measures. In no order. A word shorter than 5 letters is found for 1 slip only.
   */
  near(word: string, most: number): Iterable<string>
}

/**
 * The forms are kept as 32-bit hashes: two that share one only make another candidate. `bench/search/spelling.ts` compares it
 * with SymSpell of the package mnemonist, which keeps the forms as strings and cannot remove a word: 30,000 words take 36 MB of
 * heap beside 99 MB, and a word of 32 letters, which a stranger may put into a course, 30 entries beside 529.
 */
export function createDeleteIndex(): DeleteIndex {
  const places = new Map<string, number>()
  const words: (string | undefined)[] = []
  const free: number[] = []
  const byForm = new Map<number, number | number[]>()
  const slipsOf = (word: string): number => (word.length < 5 ? 1 : mostSlips)

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
      for (const form of formsOf(word, slipsOf(word))) link(form, place)
    },
    remove(word) {
      const place = places.get(word)
      if (place === undefined) return
      for (const form of formsOf(word, slipsOf(word))) unlink(form, place)
      places.delete(word)
      words[place] = undefined
      free.push(place)
    },
    *near(word, most) {
      const seen = new Set<number>()
      for (const form of formsOf(word, Math.min(most, mostSlips))) {
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
