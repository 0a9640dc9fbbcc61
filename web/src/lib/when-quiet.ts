/** How long a page is left alone after it has loaded, in milliseconds. */
const pause = 2000

/** Calls back once the page has loaded and has nothing better to do. Answers how to call it off. */
export function whenQuiet(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle: number | undefined
  const wait = () => {
    timer = setTimeout(() => {
      if (typeof requestIdleCallback === 'undefined') callback()
      else idle = requestIdleCallback(callback, { timeout: pause })
    }, pause)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
  return () => {
    window.removeEventListener('load', wait)
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
