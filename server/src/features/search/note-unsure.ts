import { mostUnsureLength } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createOnceEach } from '#core/limits/once-each.ts'
import { newId } from '#core/new-id.ts'
import type { Findings, FoundCourse } from '#ports/search-index.ts'
import { upsertUnsure } from './unsure-queries.ts'

const most = { words: 8, length: mostUnsureLength }
/** What may name or reach a person: addresses, links, and numbers of five digits or more of any script, however grouped. */
const personal = /@|https?:|www\.|\p{Nd}(?:[^\p{L}\p{N}]*\p{Nd}){4}/iu

/**
 * Returns a question as it is counted: in lower case, without signs that are no part of names such as "c++", "c#" and ".net". Null for what
 * is too long to be a subject, and for what may name a person.
 */
export function countedQuestion(input: string, longest = most): string | null {
  const text = input.normalize('NFKC').toLowerCase()
  if (personal.test(text)) return null
  const question = text
    .replace(/[^\p{L}\p{M}\p{N}+#.'’\s-]/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])[.'’-]+(?![\p{L}\p{N}])|(?<=[\p{L}\p{M}\p{N}])\.(?=\s|$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const isSubject = /\p{L}/u.test(question) && question.length >= 2 && question.length <= longest.length
  return isSubject && question.split(' ').length <= longest.words ? question : null
}

/** Questions of one person are counted once in so long a time; so many of them are remembered. */
const onceMs = 24 * 3600_000
const mostRemembered = 20_000
/** Statements of this process at once: what comes in a flood beyond that is not counted. */
const mostAtOnce = 4

/** What a search answered. */
type Answer = Pick<Findings, 'filters'> & { courses: readonly Pick<FoundCourse, 'match'>[] }

/**
 * Returns a function that counts a search of which the search is not sure. It does not wait, never throws, and keeps nothing that says
 * who asked.
 */
export function createUnsureCounter({ db, clock, log }: Pick<FeatureDeps, 'db' | 'clock' | 'log'>) {
  const isNew = createOnceEach({ ms: onceMs, most: mostRemembered, now: () => clock.now() })
  let running = 0
  return (input: string, person: string, { courses, filters }: Answer): void => {
    if (courses.some(({ match }) => match === 'sure')) return
    // a price or a length that nothing has says nothing about the subject
    const { free, minPrice, maxPrice, minMinutes, maxMinutes } = filters
    if (free || [minPrice, maxPrice, minMinutes, maxMinutes].some((limit) => limit !== null)) return
    const question = countedQuestion(input)
    if (question === null || running >= mostAtOnce) return
    if (!isNew(`${person}\n${question}`)) return
    running++
    upsertUnsure(db, { id: newId(), question, found: courses.length === 0 ? 'nothing' : 'close', at: clock.now() })
      .catch((error: unknown) => log.warn({ err: error }, 'a search without a sure answer could not be counted'))
      .finally(() => {
        running--
      })
  }
}
