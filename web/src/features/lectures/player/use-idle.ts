import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Time after the last movement until the controls are hidden, in milliseconds. */
const idleMs = 2800

/**
 * Whether the controls are unused and can be hidden. `awake` keeps them, for example while the video is paused. A control that
 * was focused by keyboard keeps them too: the focus must be visible.
 */
export function useIdle(box: RefObject<HTMLElement | null>, awake: boolean) {
  const [idle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const startTimer = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const focused = box.current?.querySelector(':focus-visible')
      if (focused) startTimer()
      else setIdle(true)
    }, idleMs)
  }, [box])

  const wake = useCallback(() => {
    setIdle(false)
    startTimer()
  }, [startTimer])

  useEffect(() => {
    startTimer()
    return () => clearTimeout(timer.current)
  }, [startTimer])

  // the timer starts when playback starts
  useEffect(() => {
    if (!awake) wake()
  }, [awake, wake])

  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setIdle(true)
  }, [])

  return { idle: idle && !awake, wake, hide }
}
