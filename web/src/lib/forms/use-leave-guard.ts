import { useCallback, useEffect, useRef } from 'react'
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router'

export type LeaveGuard = {
  blocker: Blocker
  /** Lets the next navigation pass: the input is saved or discarded. */
  pass(): void
}

/** The guards of the page that hold it. The router asks only the blocker that came last, so each answers for all. */
const holders = new Set<object>()

/** While `holding`, leaving the page needs confirmation: with our own dialog for links and "back", with the browser's for closing the tab. */
export function useLeaveGuard(holding: boolean): LeaveGuard {
  const own = useRef({})
  useEffect(() => {
    const { current } = own
    if (holding) holders.add(current)
    return () => void holders.delete(current)
  }, [holding])
  const blocker = useBlocker(
    useCallback<Extract<Parameters<typeof useBlocker>[0], (...args: never[]) => unknown>>(
      ({ currentLocation, nextLocation }) => holders.size > 0 && currentLocation.pathname !== nextLocation.pathname,
      [],
    ),
  )
  useBeforeUnload(
    useCallback((event) => {
      if (holders.has(own.current)) event.preventDefault()
    }, []),
  )
  return {
    blocker,
    pass() {
      holders.delete(own.current)
    },
  }
}
