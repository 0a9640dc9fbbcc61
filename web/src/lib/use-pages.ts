import { useEffect, useRef, useState } from 'react'

type Shown<T> = { key: string; data: T; pages: number }

/**
 * The pages of a list that are shown, as one. `key` names the list. `reload` keeps what is shown until all of its pages are read again; of
 * readings that overlap only the last one counts.
 */
export function usePages<T extends { next: string | null }>(
  key: string,
  read: (cursor?: string) => Promise<T>,
  join: (shown: T, next: T) => T,
) {
  const [known, setKnown] = useState<Shown<T> | null>(null)
  const [failure, setFailure] = useState<{ key: string; error: unknown } | null>(null)
  const [busy, setBusy] = useState(false)
  const last = useRef(0)
  const shown = known?.key === key ? known : null

  /** Reads so many pages after those of `from`, or from the beginning. */
  async function load(count: number, from: Shown<T> | null): Promise<void> {
    const run = ++last.current
    setBusy(true)
    try {
      let { data, pages } = from ?? { data: await read(), pages: 1 }
      const wanted = (from?.pages ?? 0) + count
      for (; pages < wanted && data.next !== null; pages++) data = join(data, await read(data.next))
      if (run !== last.current) return
      setKnown({ key, data, pages })
      setFailure(null)
    } catch (error) {
      if (run === last.current) setFailure({ key, error })
    } finally {
      if (run === last.current) setBusy(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is loaded
  useEffect(() => {
    void load(1, null)
    return () => void last.current++
  }, [key])
  return {
    data: shown?.data ?? null,
    error: failure?.key === key ? failure.error : null,
    busy,
    reload: () => load(shown?.pages ?? 1, null),
    more: () => load(1, shown),
  }
}

/** Joins the rows of two pages; one that has moved between them meanwhile stays where it was. */
export const joinRows = <Row extends { _id: string }>(shown: readonly Row[], next: readonly Row[]): Row[] => {
  const known = new Set(shown.map(({ _id }) => _id))
  return [...shown, ...next.filter(({ _id }) => !known.has(_id))]
}
