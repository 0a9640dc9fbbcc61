/** What people do first on a page. */
const interactions = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/** Time after a press or key in which the line is left to what that one loads itself, in milliseconds. */
const pressMs = 1000

/**
 * Whether a pointer moves without a reason to act: browsers send such an event of their own when a page appears below a still pointer, and
 * a finger moves a little while it presses.
 */
const isStill = (event: Event): boolean =>
  event instanceof PointerEvent &&
  event.type === 'pointermove' &&
  (event.buttons !== 0 || (event.movementX === 0 && event.movementY === 0))

/**
 * Calls back once the page has loaded and the browser is idle: after the first interaction (a second later when that is a press), or after
 * `longest` milliseconds where that is given. What can wait does not compete with what people came to read. Returns a function that cancels it.
 */
export function whenIdle(callback: () => void, longest?: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pressed: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const stopListening = () => {
    clearTimeout(timer)
    clearTimeout(pressed)
    for (const name of interactions) window.removeEventListener(name, interact)
  }
  function run() {
    stopListening()
    if (typeof requestIdleCallback === 'undefined') callback()
    else idle = requestIdleCallback(callback, { timeout: 2000 })
  }
  function interact(event: Event) {
    if (isStill(event)) return
    if (event.type === 'pointerdown' || event.type === 'keydown') pressed ??= setTimeout(run, pressMs)
    else run()
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
