import type { Outcome } from './result-tiers.ts'

/** The first and the last are the sentences of the specification. */
export const spoken: Record<Outcome, string> = {
  sure: 'These are the top courses I found for you',
  closest: 'I found no exact match. These are the closest courses.',
  none: 'No courses found',
}

/** Reads out what a search by voice came to. Does nothing where the browser has no voice. */
export function sayResult(outcome: Outcome): void {
  if (typeof speechSynthesis === 'undefined') return
  const sentence = new SpeechSynthesisUtterance(spoken[outcome])
  sentence.lang = 'en-IN'
  speechSynthesis.cancel()
  speechSynthesis.speak(sentence)
}

export function stopSaying(): void {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel()
}
