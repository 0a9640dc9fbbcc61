import { useEffect, useRef } from 'react'

const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const

/** Idle callbacks are not in every browser. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(run, { timeout: 2000 })
    return () => cancelIdleCallback(request)
  }
  const timer = setTimeout(run, 500)
  return () => clearTimeout(timer)
}

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true // of Chromium only

/**
 * Loads what is likely to be used next after the first sign that someone uses the page, when the browser has nothing else to do; not for
 * people who save data. A page that is only looked at fetches nothing more.
 * @param media of the screens that use it
 */
export function useWhenActive(load: () => void, media: string): void {
  const latest = useRef(load)
  useEffect(() => {
    if (savesData() || !matchMedia(media).matches) return
    const ended = new AbortController()
    const begin = () => {
      ended.abort()
      cancel = whenIdle(() => latest.current())
    }
    let cancel = () => ended.abort()
    for (const sign of signs) window.addEventListener(sign, begin, { passive: true, signal: ended.signal })
    return () => cancel()
  }, [media])
}
