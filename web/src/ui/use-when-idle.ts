import { useEffect, useRef } from 'react'

/** Not in every browser. */
const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const request = requestIdleCallback(run, { timeout: 4000 })
    return () => cancelIdleCallback(request)
  }
  const timer = setTimeout(run, 1500)
  return () => clearTimeout(timer)
}

const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true // of Chromium only

/**
 * Loads what is likely to be used next when the browser has nothing else to do; not for people who save data.
 * @param media of the screens that use it
 */
export function useWhenIdle(load: () => void, media: string): void {
  const latest = useRef(load)
  useEffect(() => {
    if (savesData() || !matchMedia(media).matches) return
    return whenIdle(() => latest.current())
  }, [media])
}
