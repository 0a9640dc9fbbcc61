import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { findPlaybackError, type PlaybackError } from './playback-error.tsx'
import { preferences } from './preferences.ts'

export type PlaybackOptions = {
  url: string
  /** Returns the start position in seconds; called when the duration is known. */
  startAt?: ((duration: number) => number) | undefined
  /** The first video plays automatically; the next ones in the same player always do. */
  autoPlay: boolean
  /** Receives the position: while the video plays, when it pauses, and after a seek. */
  onPosition?: ((position: { seconds: number; duration: number | null }, kind: 'moved' | 'settled') => void) | undefined
}

/**
 * Loads videos, resumes them, reports the position, and continues after a lost connection. One video element plays all lectures,
 * so that full screen and picture in picture continue, and phones allow the next video to play.
 */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, options: PlaybackOptions) {
  const { url } = options
  const [error, setError] = useState<PlaybackError | null>(null)
  /** The position where playback resumed, in seconds; 0 for the beginning. */
  const [resumedAt, setResumedAt] = useState(0)
  const latest = useRef(options)
  const shouldPlay = useRef(options.autoPlay)
  const shown = useRef('')
  /** false while events belong to the previous video or to the initial seek */
  const begun = useRef(false)
  /** Position to continue from after the video is loaded again. */
  const goOnAt = useRef<number | null>(null)

  useLayoutEffect(() => {
    latest.current = options
  })

  // not a property of the element: React creates elements before they are in the document, and a video that loads there
  // fires its metadata event before there are listeners
  useLayoutEffect(() => {
    if (!video.current || shown.current === url) return
    if (shown.current !== '') shouldPlay.current = true
    shown.current = url
    begun.current = false
    goOnAt.current = null
    setError(null)
    setResumedAt(0)
    video.current.src = url
  }, [video, url])

  const report = (kind: 'moved' | 'settled') => {
    const { current } = video
    if (!current || !begun.current) return
    const duration = Number.isFinite(current.duration) && current.duration > 0 ? current.duration : null
    latest.current.onPosition?.({ seconds: current.currentTime, duration }, kind)
  }

  const retry = () => {
    const { current } = video
    if (!current) return
    goOnAt.current = current.currentTime || goOnAt.current
    shouldPlay.current = true
    begun.current = false
    setError(null)
    current.load()
  }

  const retryNow = useRef(retry)
  useLayoutEffect(() => {
    retryNow.current = retry
  })
  useEffect(() => {
    if (error !== 'offline') return
    const again = () => retryNow.current()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [error])

  const events = {
    onLoadedMetadata() {
      const { current } = video
      if (!current) return
      const { speed } = preferences.read()
      current.defaultPlaybackRate = speed
      current.playbackRate = speed
      const again = goOnAt.current
      const at = again ?? latest.current.startAt?.(current.duration) ?? 0
      goOnAt.current = null
      if (at > 0) current.currentTime = at
      else begun.current = true
      if (again === null) setResumedAt(at)
      // rejected where the browser requires a click first: the big button is shown
      if (shouldPlay.current) void current.play().catch(() => {})
    },
    onSeeked() {
      if (begun.current) report('settled')
      begun.current = true
    },
    onTimeUpdate() {
      const { current } = video
      if (current && !current.paused && !current.seeking) report('moved')
    },
    onPause: () => report('settled'),
    onEnded: () => report('settled'),
    async onError() {
      const { current } = video
      goOnAt.current = (begun.current && current?.currentTime) || goOnAt.current
      begun.current = false
      const why = await findPlaybackError(url)
      // another lecture may have been chosen meanwhile
      if (shown.current === url) setError(why)
    },
  }

  return { events, error, retry, resumedAt }
}
