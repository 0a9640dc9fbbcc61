import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** So long after the last movement the controls go, in milliseconds. */
const idleMs = 2800

/**
 * Whether nobody is using the controls, so that they may leave the picture alone. `awake` keeps them: while the video stands
 * still, for example. A control that was reached by keyboard keeps them too: the focus must be seen.
 */
export function useIdle(box: RefObject<HTMLElement | null>, awake: boolean) {
  const [idle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const rest = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const focused = box.current?.querySelector(':focus-visible')
      if (focused) rest()
      else setIdle(true)
    }, idleMs)
  }, [box])

  const wake = useCallback(() => {
    setIdle(false)
    rest()
  }, [rest])

  useEffect(() => {
    rest()
    return () => clearTimeout(timer.current)
  }, [rest])

  // the time runs from the moment it begins to play
  useEffect(() => {
    if (!awake) wake()
  }, [awake, wake])

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setIdle(true)
  }, [])

  return { idle: idle && !awake, wake, hide }
}
