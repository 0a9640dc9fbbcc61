const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Lets Tab go round inside `box`; without it the native dialog hands the focus to the browser's own bar at its end. */
export function keepTabInside(event: KeyboardEvent, box: HTMLElement): void {
  if (event.key !== 'Tab') return
  const stops = [...box.querySelectorAll<HTMLElement>(reachable)].filter((stop) => stop.checkVisibility())
  const from = event.shiftKey ? stops.at(0) : stops.at(-1)
  const to = event.shiftKey ? stops.at(-1) : stops.at(0)
  if (document.activeElement !== from || !to) return
  event.preventDefault()
  to.focus()
}
