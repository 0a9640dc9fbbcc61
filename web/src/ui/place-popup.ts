/**
 * Puts a popover under its trigger in browsers that cannot anchor by CSS (`.anchored` does it elsewhere).
 * Call it right after the popover has opened; it stays inside the window with 8 px to spare.
 */
export function placePopup(trigger: HTMLElement, popup: HTMLElement, align: 'start' | 'end' = 'end'): void {
  if (CSS.supports('position-area', 'block-end')) return
  const anchor = trigger.getBoundingClientRect()
  const wanted = align === 'end' ? anchor.right - popup.offsetWidth : anchor.left
  const left = Math.max(8, Math.min(wanted, window.innerWidth - popup.offsetWidth - 8))
  const fitsBelow = anchor.bottom + 8 + popup.offsetHeight <= window.innerHeight
  const top = fitsBelow ? anchor.bottom + 8 : Math.max(8, anchor.top - popup.offsetHeight - 8)
  Object.assign(popup.style, { left: `${left}px`, top: `${top}px`, margin: '0' })
}
