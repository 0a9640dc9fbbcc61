import { useEffect, useState } from 'react'

/** What a call returned, or the error with which it failed; null before. */
type Read<T> = { data: T } | { failure: unknown } | null

/** Reads when the component is mounted, for each other `key`, and on `again`. What was read stays shown until the next is there. */
export function useRead<T>(key: string, call: (signal: AbortSignal) => Promise<T>) {
  const [read, setRead] = useState<Read<T>>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is read, and `tries` reads again
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    call(signal).then(
      (data) => !signal.aborted && setRead({ data }),
      (failure: unknown) => !signal.aborted && setRead({ failure }),
    )
    return () => control.abort()
  }, [key, tries])
  return {
    read,
    again(): void {
      setRead(null)
      setTries((count) => count + 1)
    },
  }
}
