import { useCallback, useRef } from 'react'
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router'

export type LeaveGuard = {
  blocker: Blocker
  /** The next navigation passes: what was typed is saved, or was given up on purpose. */
  pass(): void
}

/** While `holding`, leaving the page asks first: by link and by "back" with our own dialog, by closing the tab with the browser's. */
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
