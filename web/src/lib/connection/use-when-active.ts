import { useEffect, useRef } from 'react'
import { whenIdle } from './when-idle.ts'

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
    return whenIdle(() => latest.current())
  }, [media])
}
