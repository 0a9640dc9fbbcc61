/** The two sentences of the specification. */
export const spoken = {
  found: 'These are the top courses I found for you',
  none: 'No courses found',
} as const

/** Reads out what a search by voice came to. Does nothing where the browser has no voice. */
export function sayResult(count: number): void {
  if (typeof speechSynthesis === 'undefined') return
  const sentence = new SpeechSynthesisUtterance(count > 0 ? spoken.found : spoken.none)
  sentence.lang = 'en-IN'
  speechSynthesis.cancel()
  speechSynthesis.speak(sentence)
}

export function stopSaying(): void {
  if (typeof speechSynthesis !== 'undefined') speechSynthesis.cancel()
}
