/** Time after the load event during which a page is left alone, in milliseconds. */
const delay = 2000

/** Calls back once the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const wait = () => {
    timer = setTimeout(() => {
      if (typeof requestIdleCallback === 'undefined') callback()
      else idle = requestIdleCallback(callback, { timeout: delay })
    }, delay)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    window.removeEventListener('load', wait)
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
