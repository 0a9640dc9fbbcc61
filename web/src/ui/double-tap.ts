/** Time between the two presses of a double tap, in milliseconds; `utilities.css` has it, too. */
export const doubleTapMs = 400

/** A click; `pointerType` is missing where browsers have no pointer events for it. */
type Press = Pick<MouseEvent, 'detail' | 'timeStamp'> & { pointerType?: string | undefined }

let removedAt = Number.NEGATIVE_INFINITY

/** Takes a row out of a list. The second press of a double tap does not take the next one, which is beneath the finger by then. */
export function removeRow(remove: () => void): void {
  const now = performance.now()
  if (now - removedAt < doubleTapMs) return
  removedAt = now
  remove()
}

let pressedAt = Number.NEGATIVE_INFINITY

/**
 * Whether a click on a button that sends a form is the second of a double click or double tap: a fast line has answered the first one by then.
 * Browsers count such clicks in `detail`, where keys have 0; Safari on iOS counts no taps. A first one that met a disabled button
 * does not count.
 */
export function isSecondPress({ detail, timeStamp, pointerType }: Press): boolean {
  if (detail === 0) return false
  const since = timeStamp - pressedAt
  pressedAt = timeStamp
  // people set how slow their double clicks are, up to almost a second
  return detail > 1 ? since < 1000 : pointerType !== 'mouse' && since < doubleTapMs
}
