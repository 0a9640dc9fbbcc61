import { useCallback, useRef } from 'react'
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router'

export type LeaveGuard = {
  blocker: Blocker
  /** Lets the next navigation pass: the input is saved or discarded. */
  pass(): void
}

/** While `holding`, leaving the page needs confirmation: with our own dialog for links and "back", with the browser's for closing the tab. */
export function useLeaveGuard(holding: boolean): LeaveGuard {
  const passing = useRef(false)
  const blocker = useBlocker(
    useCallback<Extract<Parameters<typeof useBlocker>[0], (...args: never[]) => unknown>>(
      ({ currentLocation, nextLocation }) =>
        holding && !passing.current && currentLocation.pathname !== nextLocation.pathname,
      [holding],
    ),
  )
  useBeforeUnload(
    useCallback(
      (event) => {
        if (holding && !passing.current) event.preventDefault()
      },
      [holding],
    ),
  )
  return {
    blocker,
    pass() {
      passing.current = true
    },
  }
}
