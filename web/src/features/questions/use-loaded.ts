import { useCallback, useEffect, useState } from 'react'

/** What a call has replied for a key; `failed` when it has not. `reload` keeps what is shown until the new reply is there. */
export function useLoaded<T>(key: string, load: () => Promise<T>) {
  const [known, setKnown] = useState<{ key: string; data: T } | null>(null)
  const [failure, setFailure] = useState<{ key: string; error: unknown } | null>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded
  useEffect(() => {
    let left = false
    load().then(
      (data) => {
        if (left) return
        setKnown({ key, data })
        setFailure(null)
      },
      (error: unknown) => {
        if (!left) setFailure({ key, error })
      },
    )
    return () => {
      left = true
    }
  }, [key, asked])
  return {
    data: known?.key === key ? known.data : null,
    error: failure?.key === key ? failure.error : null,
    reload: useCallback(() => setAsked((count) => count + 1), []),
    setData: useCallback((data: T) => setKnown({ key, data }), [key]),
  }
}
