import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** A number that the studio shows beside a link; 0 until it is known. Read again with each page, and when `changed` is another one. */
export function useWaitingCount(shown: boolean, read: (signal: AbortSignal) => Promise<number>, changed = 0): number {
  const { pathname } = useLocation()
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page reads it again
  useEffect(() => {
    if (!shown) return
    const control = new AbortController()
    read(control.signal).then(setCount, () => {})
    return () => control.abort()
  }, [shown, pathname, changed])
  return count
}
