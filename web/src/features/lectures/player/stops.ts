import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Slot } from '#ui/slot.ts'
import type { NoteMark } from './note-marks.ts'

/** A second at which the video stops and something is asked. */
export type Stop = {
  id: string
  second: number
  /** jumping over it passes it */
  maySkip: boolean
}

export type StopActions = {
  /** Goes on with the video; this stop is passed. */
  pass: () => void
  /** Goes back to a second before it, and comes to it again. */
  back: (second: number) => void
  /** Closes what is asked; the video rests, and comes to it again when it plays. */
  leave: () => void
}

/** Stops of a video, of which the player knows no more than this. */
export type PlayerStops = {
  /** those that wait, in the order of time */
  waiting: readonly Stop[]
  /** all of them */
  marks: readonly NoteMark[]
  /** What is shown over the video at a stop. */
  ask: (stop: Stop, actions: StopActions) => Slot
}

/**
 * Returns the first stop on the way of a video. Nothing is played after one that may not be skipped, however the video came there; the
 * others are only where it comes to them: jumping passes them.
 */
export const dueStop = (waiting: readonly Stop[], from: number, to: number): Stop | undefined =>
  waiting.find(({ second, maySkip }) => second <= to && (!maySkip || second > from))

/** A jump to a stop may end a little after it, in seconds. */
const near = 0.5

/** Stops a video where something is to be asked; returns what, and what its panel can do. */
export function useStops(video: RefObject<HTMLVideoElement | null>, stops: PlayerStops | null) {
  const [asked, setAsked] = useState<Stop | null>(null)
  /** what the events of the video read: they may come before the next render */
  const now = useRef({ waiting: stops?.waiting ?? [], asked, passed: new Set<string>() })
  useLayoutEffect(() => {
    now.current.waiting = stops?.waiting ?? []
  })
  const show = useCallback((stop: Stop | null) => {
    now.current.asked = stop
    setAsked(stop)
  }, [])

  useEffect(() => {
    const { current } = video
    if (!current) return
    // a press before the scripts of the page were there may have played it, from a later second, and to its end
    const early = current.played.length > 0
    let last = early ? current.played.start(0) - near : -1
    const look = ({ type }: Pick<Event, 'type'>) => {
      if (type === 'emptied') {
        last = -1
        return show(null)
      }
      // headphones and lock screens have a button to play
      if (now.current.asked) return current.pause()
      const { waiting, passed } = now.current
      const at = current.currentTime
      const from = type === 'seeking' ? at - near : last
      last = at
      // nothing is asked where a lecture opens, before anyone has pressed play
      if (current.played.length === 0) return
      const due = dueStop(
        waiting.filter(({ id }) => !passed.has(id)),
        from,
        at,
      )
      if (!due) return
      current.pause()
      show(due)
    }
    const events = ['timeupdate', 'seeking', 'play', 'emptied']
    for (const event of events) current.addEventListener(event, look)
    if (early) look({ type: 'timeupdate' })
    return () => {
      for (const event of events) current.removeEventListener(event, look)
    }
  }, [video, show])

  const play = () => {
    const { current } = video
    if (current && !current.ended) void current.play().catch(() => {})
  }
  const panel =
    asked &&
    stops?.ask(asked, {
      pass() {
        now.current.passed.add(asked.id)
        show(null)
        play()
      },
      back(second) {
        show(null)
        if (video.current) video.current.currentTime = second
        play()
      },
      leave: () => show(null),
    })
  return panel || null
}
