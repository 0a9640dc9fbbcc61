/** Time between the two presses of a double tap, in milliseconds; `utilities.css` has it, too. */
export const doubleTapMs = 400

let removedAt = Number.NEGATIVE_INFINITY

/** Takes a row out of a list. The second press of a double tap does not take the next one, which is beneath the finger by then. */
export function removeRow(remove: () => void): void {
  const now = performance.now()
  if (now - removedAt < doubleTapMs) return
  removedAt = now
  remove()
}
