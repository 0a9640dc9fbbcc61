import { useEffect, useState } from 'react'

/** Maximum delay of a browser's timer, in milliseconds. */
const maxDelay = 2 ** 31 - 1

/**
 * Returns the browser's time in milliseconds, set on hydration and again when the moment is reached. null on the server
 * and during hydration, so that both render the same.
 */
export function useMoment(iso: string | null): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    if (iso === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const left = Date.parse(iso) - Date.now()
      if (left > 0) timer = setTimeout(wait, Math.min(left, maxDelay))
      else setNow(Date.now())
    }
    wait()
    return () => clearTimeout(timer)
  }, [iso])
  return now
}
