import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { findPlaybackError, type PlaybackError } from './playback-error.tsx'
import { preferences } from './preferences.ts'
import { type Address, createSource, type Source } from './source.ts'

export type PlaybackOptions = {
  address: Address
  /** in seconds, where it is known before the video is loaded */
  duration: number | null
  /** Returns the start position in seconds for a duration. */
  startAt?: ((duration: number) => number) | undefined
  /** The first video plays automatically; the next ones in the same player always do. */
  autoPlay: boolean
  /** Receives the position: while the video plays, when it pauses, and after a seek. */
  onPosition?: ((position: { seconds: number; duration: number | null }, kind: 'moved' | 'settled') => void) | undefined
}

/** A stream that fails twice within this time, in milliseconds, is left for the file. */
const failsAgainMs = 20_000
/** Waiting times before a server is asked whether it can be reached again, in milliseconds; the last one repeats. */
const askAgainMs = [4000, 8000, 15_000, 30_000]

const choiceNow = () => {
  const { quality, dataSaver } = preferences.read()
  return { quality, saver: dataSaver }
}

/**
 * Loads videos, resumes them, reports the position, and continues after a lost connection. One video element plays all lectures,
 * so that full screen and picture in picture continue, and phones allow the next video to play.
 */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, options: PlaybackOptions) {
  const { address } = options
  const { videoUrl, streamUrl } = address
  const [error, setError] = useState<PlaybackError | null>(null)
  /** The heights of the stream, the lowest first; none of a file. */
  const [heights, setHeights] = useState<readonly number[]>([])
  const [height, setHeight] = useState<number | null>(null)
  /** A stream cannot be reached. What is loaded plays on, and it is tried again. */
  const [lost, setLost] = useState(false)
  /** The position where playback resumed, in seconds; 0 for the beginning. */
  const [resumedAt, setResumedAt] = useState(0)
  const latest = useRef(options)
  const shouldPlay = useRef(options.autoPlay)
  const shown = useRef('')
  /** false while events belong to the previous video or to the initial seek */
  const begun = useRef(false)
  /** Position to continue from after the video is loaded again. */
  const goOnAt = useRef<number | null>(null)
  const source = useRef<Source | null>(null)
  const failedAt = useRef(Number.NEGATIVE_INFINITY)

  useLayoutEffect(() => {
    latest.current = options
  })

  /** Keeps the position for a video that is loaded again. */
  const keepPosition = useCallback(() => {
    const { current } = video
    if (!current) return
    goOnAt.current = (begun.current && current.currentTime) || goOnAt.current
    if (begun.current) shouldPlay.current = !current.paused
    begun.current = false
  }, [video])

  const open = useCallback(() => {
    const { address, duration, startAt } = latest.current
    const at = goOnAt.current ?? (duration === null ? 0 : (startAt?.(duration) ?? 0))
    source.current?.open(address, { startAt: at > 0 ? at : -1, idle: !shouldPlay.current, choice: choiceNow() })
  }, [])

  /** A stream failed: it is opened again at the same second, and the file when that does not help. */
  const failed = useCallback(() => {
    keepPosition()
    const again = performance.now() - failedAt.current < failsAgainMs
    failedAt.current = performance.now()
    if (again) source.current?.openFile(latest.current.address)
    else open()
  }, [keepPosition, open])

  useLayoutEffect(() => {
    if (!video.current) return
    source.current = createSource(video.current, {
      onHeights: (found) => {
        setHeights(found)
        setHeight(null)
      },
      onHeight: setHeight,
      onLost: setLost,
      onRefused: () => setError('refused'),
      onReplaced: failed,
      onReset: keepPosition,
      onBroken: () => {
        keepPosition()
        source.current?.openFile(latest.current.address)
      },
    })
    return () => {
      source.current?.close()
      source.current = null
      shown.current = ''
    }
  }, [video, failed, keepPosition])

  // not a property of the element: React creates elements before they are in the document, and a video that loads there
  // fires its metadata event before there are listeners
  const key = `${videoUrl} ${streamUrl}`
  useLayoutEffect(() => {
    if (!video.current || shown.current === key) return
    if (shown.current !== '') shouldPlay.current = true
    shown.current = key
    begun.current = false
    goOnAt.current = null
    failedAt.current = Number.NEGATIVE_INFINITY
    setError(null)
    setLost(false)
    setResumedAt(0)
    open()
  }, [video, key, open])

  useEffect(() => {
    let before = preferences.read()
    return preferences.subscribe(() => {
      const now = preferences.read()
      const same = now.quality === before.quality && now.dataSaver === before.dataSaver
      before = now
      if (same || !source.current?.choose(choiceNow())) return
      keepPosition()
      open()
    })
  }, [keepPosition, open])

  const report = (kind: 'moved' | 'settled') => {
    const { current } = video
    if (!current || !begun.current) return
    const duration = Number.isFinite(current.duration) && current.duration > 0 ? current.duration : null
    latest.current.onPosition?.({ seconds: current.currentTime, duration }, kind)
  }

  const retry = () => {
    const { current } = video
    if (!current) return
    if (lost) return source.current?.retry()
    goOnAt.current = current.currentTime || goOnAt.current
    shouldPlay.current = true
    begun.current = false
    setError(null)
    source.current?.retry()
  }

  const retryNow = useRef(retry)
  useLayoutEffect(() => {
    retryNow.current = retry
  })
  useEffect(() => {
    if (error !== 'offline') return
    let tries = 0
    let timer: ReturnType<typeof setTimeout>
    const again = () => retryNow.current()
    // browsers do not notice every line that is back, and no server
    const ask = async () => {
      if ((await findPlaybackError(videoUrl)) !== 'offline') return again()
      tries++
      wait()
    }
    const wait = () => {
      timer = setTimeout(() => void ask(), askAgainMs[Math.min(tries, askAgainMs.length - 1)])
    }
    wait()
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [error, videoUrl])

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
    onPlay() {
      // pressed before there was anything to play
      if (!begun.current) shouldPlay.current = true
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
      const kind = source.current?.kind
      // hls.js looks after its own
      if (kind === 'library') return
      keepPosition()
      const why = await findPlaybackError((kind === 'native' && streamUrl) || videoUrl)
      // another lecture may have been chosen meanwhile
      if (shown.current !== key) return
      if (kind === 'native' && why === 'broken') failed()
      else setError(why)
    },
  }

  return { events, error, lost, retry, resumedAt, heights, height }
}
