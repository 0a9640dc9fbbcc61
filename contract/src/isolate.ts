/** Letters that are written from right to left, by their blocks: patterns cannot ask for a direction. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Characters that turn what follows; a pair that isolates a name within the text, by an earlier call, is complete and stays. */
const turning = /(\u2068[^\u2066-\u2069]*\u2069)|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns a text that people wrote (a name, a title, the name of a file, a reason) for use inside of a sentence that is a plain string:
 * an `aria-label`, a toast, the title of a document, a notification, a mail. A text with letters from right to left stands between FIRST
 * STRONG ISOLATE and POP DIRECTIONAL ISOLATE, so that it turns no marks or numbers around it: without them the 5 of "5 stars" behind an
 * Urdu title would stand before the title. All other texts are returned without the two: they turn nothing, and sentences with them stay
 * literally what the specification and older clients have. What could end the isolation early, or turn the rest of the sentence, is left
 * out. In markup such a text stands in `<bdi>` instead; a text on its own needs `dir="auto"` only.
 */
export function isolate(text: string): string {
  const calm = text.replace(turning, (_sign, pair: string | undefined) => pair ?? '')
  return rightToLeft.test(calm) ? `\u2068${calm}\u2069` : calm
}
