import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { SearchResult } from '@virtual-courses/contract'

/** Spoken texts; the first and the last are from the specification. */
export const spoken: Record<Outcome, MessageDescriptor> = {
  sure: msg`These are the top courses I found for you`,
  closest: msg`I found no exact match. These are the closest courses.`,
  none: msg`No courses found`,
}

/** Reads out the outcome of a voice search. Does nothing where the browser has no speech synthesis. */
export function speakResult(outcome: Outcome, i18n: I18n): void {
  if (typeof speechSynthesis === 'undefined') return
  const sentence = new SpeechSynthesisUtterance(i18n._(spoken[outcome]))
  sentence.lang = new Intl.Locale(i18n.locale, { region: 'IN' }).toString()
  speechSynthesis.cancel()
  speechSynthesis.speak(sentence)
}

export function stopSpeaking(): void {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel()
}

/** Outcome of a search: sure results, only close ones, or none. */
export type Outcome = 'sure' | 'closest' | 'none'

type Result = Pick<SearchResult, 'match'>

/** Returns the results as the page groups them, each group in the order of the reply. */
export function tiersOf<R extends Result>(results: readonly R[]): { sure: R[]; closest: R[]; outcome: Outcome } {
  const sure = results.filter(({ match }) => match === 'sure')
  const closest = results.filter(({ match }) => match === 'closest')
  return { sure, closest, outcome: sure.length > 0 ? 'sure' : closest.length > 0 ? 'closest' : 'none' }
}

/** Returns a summary of the results for the live region. */
export function resultSummary(results: readonly Result[]): MessageDescriptor {
  const { sure, closest, outcome } = tiersOf(results)
  const [found, near] = [sure.length, closest.length]
  if (outcome === 'none') return msg`No Courses Found`
  if (outcome === 'closest')
    return msg`${plural({ count: near }, { one: 'No exact match; # closest course', other: 'No exact match; # closest courses' })}`
  return near > 0
    ? msg`${plural(found, { one: '# course', other: '# courses' })} found, and ${plural(near, { one: '# more that comes close', other: '# more that come close' })}`
    : msg`${plural({ count: found }, { one: '# course found', other: '# courses found' })}`
}
