/** Letters that are written from right to left, by their blocks: patterns cannot ask for a direction. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Characters that turn what follows; a pair that isolates a name within the text, by an earlier call, is complete and stays. */
const turning = /(\u2068[^\u2066-\u2069]*\u2069)|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns a text that people wrote (a name, a title, a reason) for use in a sentence that is a plain string: an `aria-label`, a toast, a
 * notification, a mail. Text with right-to-left letters stands between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. In markup use
 * `<bdi>` instead; a text on its own only needs `dir="auto"`.
 */
export function isolate(text: string): string {
  const calm = text.replace(turning, (_sign, pair: string | undefined) => pair ?? '')
  return rightToLeft.test(calm) ? `\u2068${calm}\u2069` : calm
}
