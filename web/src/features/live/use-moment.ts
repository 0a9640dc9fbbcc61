import { useEffect, useState } from 'react'

/** Longest time that a browser's timer can wait, in milliseconds. */
const longest = 2 ** 31 - 1

/**
 * The browser's clock in milliseconds: as it was when the page came to life, and again as soon as the moment is there. null on
 * the server and while its document comes to life, so that both draw the same.
 */
export function useMoment(iso: string | null): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    if (iso === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = Date.parse(iso) - Date.now()
      if (left > 0) timer = setTimeout(wait, Math.min(left, longest))
      else setNow(Date.now())
    }
    wait()
    return () => clearTimeout(timer)
  }, [iso])
  return now
}
