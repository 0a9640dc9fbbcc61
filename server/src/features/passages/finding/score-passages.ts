import { hashesOf } from '../packing/index-words.ts'
import type { LoadedSet } from './loaded-sets.ts'
import type { Link, Place } from './passage-queries.ts'
import type { AskedQuestion } from './read-question.ts'

export type Scored = Place & {
  language: string
  /** BM25 of its best reading, as a part of what a passage with all stems would get */
  words: number
  /** part of the question's stems, by their rarity, that it has, and with the title of its lecture */
  covered: number
  coveredWithTitle: number
  /** of its vector and that of the question; 0 without */
  cosine: number
}

const k1 = 1.2
const b = 0.5

/** Scores the passages of sources against a question; those that share nothing with it are left out. */
export function scorePassages(
  links: readonly Link[],
  sets: ReadonlyMap<string, LoadedSet>,
  { readings, vector, model }: AskedQuestion,
): Scored[] {
  const sources = links.flatMap((link) => {
    const set = sets.get(link.setId)
    return set && set.words.lengths.length > 0 ? [{ link, set, title: new Set(hashesOf(link.title)) }] : []
  })
  const total = sources.reduce((sum, { set }) => sum + set.words.lengths.length, 0)
  const words = sources.reduce((sum, { set }) => sum + set.words.lengths.reduce((all, one) => all + one, 0), 0)
  const usual = words / Math.max(1, total)
  const scored = sources.map(({ link, set }) =>
    Array.from(set.words.lengths, (_, at): Scored => {
      const { lectureId, kind, track, setId, language } = link
      const cosine = vector && set.model === model ? (set.vectors?.cosine(at, vector) ?? 0) : 0
      return { lectureId, kind, track, setId, language, at, words: 0, covered: 0, coveredWithTitle: 0, cosine }
    }),
  )
  for (const stems of readings) {
    const found = stems.map(({ hash }) => sources.map(({ set }) => set.words.find(hash)))
    const rarity = found.map((lists) => {
      const passages = lists.reduce((sum, list) => sum + (list?.passages.length ?? 0), 0)
      return Math.log(1 + (total - passages + 0.5) / (passages + 0.5))
    })
    const all = rarity.reduce((sum, one) => sum + one, 0)
    if (all === 0) continue
    for (const [place, { set, title }] of sources.entries()) {
      const own = scored[place] ?? []
      const sums = new Float64Array(own.length)
      const covered = new Float64Array(own.length)
      const titled = new Float64Array(own.length)
      for (const [which, { hash }] of stems.entries()) {
        const rare = rarity[which] ?? 0
        const list = found[which]?.[place]
        const isTitled = title.has(hash)
        if (isTitled) for (let at = 0; at < titled.length; at++) titled[at] = (titled[at] ?? 0) + rare
        for (let entry = 0; entry < (list?.passages.length ?? 0); entry++) {
          const at = list?.passages[entry] ?? 0
          const count = list?.counts[entry] ?? 0
          const length = (set.words.lengths[at] ?? 0) / usual
          sums[at] = (sums[at] ?? 0) + (rare * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
          covered[at] = (covered[at] ?? 0) + rare
          if (!isTitled) titled[at] = (titled[at] ?? 0) + rare
        }
      }
      for (const [at, one] of own.entries()) {
        one.words = Math.max(one.words, (sums[at] ?? 0) / all / (k1 + 1))
        one.covered = Math.max(one.covered, (covered[at] ?? 0) / all)
        one.coveredWithTitle = Math.max(one.coveredWithTitle, (titled[at] ?? 0) / all)
      }
    }
  }
  return scored.flat().filter(({ words: shared, cosine }) => shared > 0 || cosine > 0)
}
