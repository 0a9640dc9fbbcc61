import type { SearchResult } from '@virtual-courses/contract'

/** Spoken texts; the first and the last are from the specification. */
export const spoken: Record<Outcome, string> = {
  sure: 'These are the top courses I found for you',
  closest: 'I found no exact match. These are the closest courses.',
  none: 'No courses found',
}

/** Reads out the outcome of a voice search. Does nothing where the browser has no speech synthesis. */
export function speakResult(outcome: Outcome): void {
  if (typeof speechSynthesis === 'undefined') return
  const sentence = new SpeechSynthesisUtterance(spoken[outcome])
  sentence.lang = 'en-IN'
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

const courses = (count: number): string => `${count} ${count === 1 ? 'course' : 'courses'}`

/** Returns a summary of the results for the live region. */
export function resultSummary(results: readonly Result[]): string {
  const { sure, closest, outcome } = tiersOf(results)
  if (outcome === 'none') return 'No Courses Found'
  if (outcome === 'closest')
    return `No exact match; ${closest.length} closest ${closest.length === 1 ? 'course' : 'courses'}`
  return closest.length > 0
    ? `${courses(sure.length)} found, and ${closest.length} more that ${closest.length === 1 ? 'comes' : 'come'} close`
    : `${courses(sure.length)} found`
}
