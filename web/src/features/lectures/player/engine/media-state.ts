import { type RefObject, useEffect, useState } from 'react'

/** The state of a video element, kept up to date by its own events. */
export function useMedia(video: RefObject<HTMLVideoElement | null>): MediaState {
  const [state, setState] = useState(initialMedia)
  useEffect(() => {
    const { current } = video
    if (!current) return
    const read = () => setState(readMedia(current))
    for (const event of mediaEvents) current.addEventListener(event, read)
    read()
    return () => {
      for (const event of mediaEvents) current.removeEventListener(event, read)
    }
  }, [video])
  return state
}

/** The state of a video for the controls. */
export type MediaState = {
  paused: boolean
  ended: boolean
  seconds: number
  /** null until it is known */
  duration: number | null
  /** parts that are loaded, as shares of the whole from 0 to 1 */
  loaded: readonly { from: number; to: number }[]
  volume: number
  muted: boolean
  speed: number
  /** it should play and cannot go on */
  waiting: boolean
}

export const initialMedia: MediaState = {
  paused: true,
  ended: false,
  seconds: 0,
  duration: null,
  loaded: [],
  volume: 1,
  muted: false,
  speed: 1,
  waiting: false,
}

export const mediaEvents = [
  'play',
  'playing',
  'pause',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'loadedmetadata',
  'progress',
  'volumechange',
  'ratechange',
  'waiting',
  'canplay',
  'stalled',
  'emptied',
  'error',
] as const

type Ranges = Pick<TimeRanges, 'length' | 'start' | 'end'>

/** The loaded parts of a video as shares of its length. */
export function loadedParts(ranges: Ranges, duration: number): { from: number; to: number }[] {
  const share = (seconds: number) => Math.min(1, Math.max(0, seconds / duration))
  return Array.from({ length: ranges.length }, (_, index) => ({
    from: share(ranges.start(index)),
    to: share(ranges.end(index)),
  }))
}

/** `readyState` from which the next frame can be shown. */
const haveFutureData = 3

export function readMedia(video: HTMLVideoElement): MediaState {
  const { duration: length, paused, ended } = video
  const duration = Number.isFinite(length) && length > 0 ? length : null
  return {
    paused,
    ended,
    seconds: video.currentTime,
    duration,
    loaded: duration === null ? [] : loadedParts(video.buffered, duration),
    volume: video.volume,
    muted: video.muted,
    speed: video.playbackRate,
    waiting: video.error !== null || (!paused && !ended && video.readyState < haveFutureData),
  }
}
