import { type InvertedIndex, maskFor } from './inverted-index.ts'
import { type CourseFeatures, chosen, noCourseFeatures } from './parameters.ts'
import type { Concept, Role } from './words/concepts.ts'

/** A concept with how much it counts among those of its search: rare ones count more. */
export type Weighed = Concept & {
  importance: number
  /** the names of which some course has every stem: only these are worth looking for */
  taught: { same: readonly (readonly string[])[]; related: readonly (readonly string[])[] }
}

/** Adds to each concept the part of the whole that it is; everyday words have none beside others. */
export function weighConcepts(concepts: readonly Concept[], index: InvertedIndex): Weighed[] {
  const named = concepts.some(({ weak }) => !weak)
  const rarity = concepts.map((concept) =>
    concept.weak && named ? 0 : rarityOf(concept, index) * (1 - (1 - chosen.frame) * concept.frame),
  )
  const all = rarity.reduce((sum, one) => sum + one, 0) || 1
  return concepts.map((concept, place) => ({
    ...concept,
    weak: concept.weak && named,
    importance: (rarity[place] ?? 0) / all,
    taught: {
      same: concept.same.filter((name) => name.every(index.has)),
      related: concept.related.filter((name) => name.every(index.has)),
    },
  }))
}

/** Inverse document frequency of the most common name that any course has: 0 to 1. */
function rarityOf({ same: [own, ...others] }: Concept, index: InvertedIndex): number {
  const name = [own, ...others].find((one) => one.every(index.has)) ?? own
  const courses = Math.min(...name.map(index.count))
  return Math.log(1 + (index.size() + 1) / (courses + 0.5)) / Math.log(1 + 2 * (index.size() + 1))
}

type Best = { slot: number; value: number }

/** Keeps the slots of the greatest values, about `most` of them. */
function createBest(most: number) {
  let kept: Best[] = []
  let least = 0
  const cut = (): void => {
    kept.sort((a, b) => b.value - a.value)
    kept = kept.slice(0, most)
    least = kept.length < most ? 0 : (kept.at(-1)?.value ?? 0)
  }
  return {
    offer(slot: number, value: number, test?: (slot: number) => boolean): void {
      if (value <= least || test?.(slot) === false) return
      kept.push({ slot, value })
      if (kept.length >= 2 * most) cut()
    },
    slots(): number[] {
      cut()
      return kept.map(({ slot }) => slot)
    },
  }
}

/** How much a field of a concept counts when candidates are gathered: the ranking's weights, all above 0. */
export type Prominence = (role: Role | 'weak' | 'related', mask: number) => number

type Wanted = {
  prominence: Prominence
  /** number of slots of the index */
  slots: number
  most: number
  passes?: ((slot: number) => boolean) | undefined
}

/**
 * Slots of the courses that have most of the concepts, at most `most` of all and as many of those that pass. Looks at the
 * courses of the search's own words only.
 */
export function findCandidates(
  concepts: readonly Weighed[],
  index: InvertedIndex,
  { prominence, slots, most, passes }: Wanted,
): Set<number> {
  const sums = new Float32Array(slots)
  const own = new Float32Array(slots)
  const usedSlots: number[] = []
  for (const concept of concepts) {
    const seen: number[] = []
    const add = (slot: number, value: number): void => {
      if (own[slot] === 0) seen.push(slot)
      if (value > (own[slot] ?? 0)) own[slot] = value
    }
    // an everyday word has no importance of its own beside others
    const weight = concept.weak ? 1 / concepts.length : concept.importance
    const role = concept.weak ? 'weak' : concept.role
    for (const name of concept.taught.same)
      eachWith(name, index, (slot, mask) => add(slot, weight * prominence(role, mask)))
    for (const name of concept.taught.related)
      eachWith(name, index, (slot, mask) => add(slot, weight * prominence('related', mask)))
    for (const slot of seen) {
      if (sums[slot] === 0) usedSlots.push(slot)
      sums[slot] = (sums[slot] ?? 0) + (own[slot] ?? 0)
      own[slot] = 0
    }
  }
  const all = createBest(most)
  const passing = createBest(most)
  for (const slot of usedSlots) {
    all.offer(slot, sums[slot] ?? 0)
    if (passes) passing.offer(slot, sums[slot] ?? 0, passes)
  }
  return new Set([...all.slots(), ...passing.slots()])
}

/** Calls back with the courses that have all stems of a name, starting from the rarest; the mask is that of the rarest. */
function eachWith(name: readonly string[], index: InvertedIndex, visit: (slot: number, mask: number) => void): void {
  const [rarest = '', ...others] = [...name].sort((a, b) => index.count(a) - index.count(b))
  index.each(rarest, (slot, mask) => {
    if (others.every((other) => index.maskOf(other, slot) > 0)) visit(slot, mask)
  })
}

/** The fields where a course has a name, as bits, and whether its words are apart. */
function presence(
  names: readonly (readonly string[])[],
  slot: number,
  index: InvertedIndex,
): { mask: number; apart: boolean } {
  let [mask, loose] = [0, 0]
  const text = index.document(slot)?.text ?? ''
  for (const name of names) {
    const masks = name.map((one) => index.maskOf(one, slot))
    if (masks.includes(0)) continue
    const shared = masks.reduce((bits, one) => bits & one)
    if (name.length === 1 || (shared !== 0 && text.includes(` ${name.join(' ')} `))) mask |= shared
    else loose |= masks.reduce((bits, one) => bits | one)
  }
  return mask !== 0 || loose === 0 ? { mask, apart: false } : { mask: loose, apart: true }
}

/** The fields where a course has one of the names, as bits; the first is the title. */
export const maskOfNames = (names: readonly (readonly string[])[], slot: number, index: InvertedIndex): number =>
  presence(names, slot, index).mask

export type Matched = {
  features: CourseFeatures
  /** places of the concepts that the course has */
  concepts: number[]
  /** share of the concepts, without context, that the course has in any field */
  covered: number
}

const written = maskFor('title', 'subTitle', 'lectures', 'category', 'description')
const byName = maskFor('educator')
const has = (mask: number, field: number): number => (mask >> field) & 1

/** Measures which concepts a course has, and where. */
export function matchWords(concepts: readonly Weighed[], slot: number, index: InvertedIndex): Matched {
  const features = noCourseFeatures()
  const found: number[] = []
  let covered = 0
  let complete = true
  let named = false
  concepts.forEach((concept, place) => {
    const { mask: everywhere, apart } = presence(concept.taught.same, slot, index)
    const mask = everywhere & written
    named ||= (everywhere & byName) !== 0
    const share = concept.importance
    if (mask === 0 && everywhere !== 0 && !concept.weak) {
      found.push(place)
      const worth = (everywhere & byName) !== 0 ? 1 : chosen.spoken
      if (concept.role !== 'context') covered += worth * share
      if (worth < 1) {
        complete = false
        features.headAnywhere += worth * share
        features.headInDescription += worth * share
      }
      return
    }
    if (mask !== 0) found.push(place)
    if (apart) features.apart += concept.importance
    if (concept.weak) {
      features.weakAnywhere += mask === 0 ? 0 : 1 / concepts.length
      features.weakInTitle += has(mask, 0) / concepts.length
      return
    }
    if (mask === 0 && concept.role !== 'context') {
      if (concept.frame < chosen.framed) complete = false
      const helps = presence(concept.taught.related, slot, index).mask
      features.relatedAnywhere += helps === 0 ? 0 : concept.importance
      features.relatedInTitle += has(helps, 0) * concept.importance
    }
    if (mask === 0) return
    if (concept.role === 'context') {
      features.contextAnywhere += share
      features.contextInTitle += share * has(mask, 0)
      return
    }
    covered += share
    if (concept.role === 'modifier') {
      features.modifierAnywhere += share
      features.modifierInTitle += share * has(mask, 0)
      return
    }
    features.headAnywhere += share
    for (const [field, name] of Object.values(headIn).entries()) features[name] += share * has(mask, field)
  })
  features.complete = complete && covered > 0 ? 1 : 0
  const title = index.document(slot)?.title ?? []
  const asked = new Set(concepts.flatMap(({ role, same }) => (role === 'context' ? [] : same.flat())))
  features.educator = named ? nameIn(concepts, index.document(slot)?.people ?? [], index) : 0
  features.titleMatched = title.length === 0 ? 0 : title.filter((one) => asked.has(one)).length / title.length
  return { features, concepts: found, covered }
}

/** How much of the best matching name the search has: its parts, squared, as one part of several is shared by many. */
function nameIn(
  concepts: readonly Weighed[],
  people: readonly (readonly string[])[],
  index: Pick<InvertedIndex, 'count'>,
): number {
  const said = new Set(concepts.flatMap(({ same }) => same.flat()))
  const shares = people.map((name) => {
    const parts = name.filter((one) => one.length > 1)
    const share = parts.filter((one) => said.has(one)).length / Math.max(1, parts.length)
    const [family = ''] = parts.slice(-1)
    // people are called by their family name, if hardly anyone else has it
    return said.has(family) && index.count(family) <= chosen.rareName ? Math.max(chosen.familyName, share) : share
  })
  return Math.max(0, ...shares) ** 2
}

/** Features for the fields that are written about the subject, in the order of the fields. */
export const headIn = {
  title: 'headInTitle',
  subTitle: 'headInSubTitle',
  lectures: 'headInLectures',
  category: 'headInCategory',
  description: 'headInDescription',
} as const
