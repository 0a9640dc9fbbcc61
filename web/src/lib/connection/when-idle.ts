/** What people do first on a page. */
const interactions = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/** Browsers send such an event of their own when a page appears below a still pointer. */
const isStill = (event: Event): boolean =>
  event instanceof PointerEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0

/**
 * Calls back once the page has loaded and the browser is idle: after the first interaction, or after `longest` milliseconds where that is
 * given. What can wait does not compete with what people came to read. Returns a function that cancels it.
 */
export function whenIdle(callback: () => void, longest?: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const stopListening = () => {
    clearTimeout(timer)
    for (const name of interactions) window.removeEventListener(name, interact)
  }
  function run() {
    stopListening()
    if (typeof requestIdleCallback === 'undefined') callback()
    else idle = requestIdleCallback(callback, { timeout: 2000 })
  }
  function interact(event: Event) {
    if (!isStill(event)) run()
  }
  const wait = () => {
    if (longest !== undefined) timer = setTimeout(run, longest)
    for (const name of interactions) window.addEventListener(name, interact, { passive: true })
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    window.removeEventListener('load', wait)
    stopListening()
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
