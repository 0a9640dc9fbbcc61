import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useSettings } from '#lib/session/root-data.ts'
import type { MediaState } from './engine/media-state.ts'
import { stepVolume } from './player-keys.ts'
import { preferences } from './preferences.ts'

type Shown = {
  title: string
  course: string | undefined
  posterUrl: string | undefined
  media: MediaState
}

type Handlers = {
  /** the video may not be watched any more */
  over: boolean
  seek(by: number): void
  seekTo(seconds: number): void
  next: (() => void) | null
}

/**
 * Texts, picture and extra keys for the lock screen, headphones and the keyboard's media keys, from the first second that plays until
 * the player is left; play and pause work by themselves.
 */
export function useMediaSession(
  { title, course, posterUrl, media }: Shown,
  { over, seek, seekTo, next }: Handlers,
): void {
  const { siteName } = useSettings()
  const { paused, duration, speed } = media
  const playing = !paused
  const [played, setPlayed] = useState(playing)
  if (playing && !played) setPlayed(true)
  const shown = played && !over
  useEffect(() => {
    const { mediaSession } = navigator
    if (!mediaSession || !shown) return
    const artwork = posterUrl ? [{ src: posterUrl, type: 'image/webp' }] : []
    mediaSession.metadata = new MediaMetadata({ title, artist: siteName, ...(course && { album: course }), artwork })
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['seekbackward', ({ seekOffset }) => seek(-(seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => seek(seekOffset ?? 10)],
      ['seekto', ({ seekTime }) => seekTime != null && seekTo(seekTime)],
      ['nexttrack', next],
    ]
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        mediaSession.setActionHandler(action, handler)
      } catch {
        // older browsers do not know every action
      }
    }
    for (const [action, handler] of handlers) set(action, handler)
    return () => {
      for (const [action] of handlers) set(action, null)
      mediaSession.metadata = null
    }
  }, [title, course, posterUrl, siteName, shown, seek, seekTo, next])

  // the system moves its bar by itself between these
  const position = Math.floor(media.seconds / 5)
  const { seconds } = media
  // biome-ignore lint/correctness/useExhaustiveDependencies: every five seconds is enough
  useEffect(() => {
    if (!playing || duration === null) return
    navigator.mediaSession?.setPositionState?.({
      duration,
      playbackRate: speed,
      position: Math.min(seconds, duration),
    })
  }, [playing, duration, speed, position])
}

export type PlayerCommands = {
  toggle(): void
  /** by so many seconds */
  seek(by: number): void
  /** to a position in seconds */
  seekTo(seconds: number): void
  setSpeed(speed: number): void
  setVolume(volume: number): void
  stepVolume(step: 1 | -1): void
  mute(): void
  toggleCaptions(): void
}

/** Commands of a video. Speed, sound and captions are remembered. */
export function usePlayerCommands(video: RefObject<HTMLVideoElement | null>): PlayerCommands {
  return useMemo(() => {
    const seekTo = (seconds: number): void => {
      const { current } = video
      if (!current || !Number.isFinite(current.duration)) return
      current.currentTime = Math.min(current.duration, Math.max(0, seconds))
    }
    const setVolume = (volume: number): void => {
      const { current } = video
      if (!current) return
      current.volume = volume
      current.muted = volume === 0
      preferences.change({ volume, muted: volume === 0 })
    }
    return {
      toggle() {
        const { current } = video
        // rejected when the video cannot be played: its error event is handled
        if (current?.paused) void current.play().catch(() => {})
        else current?.pause()
      },
      seek: (by) => seekTo((video.current?.currentTime ?? 0) + by),
      seekTo,
      setSpeed(speed) {
        const { current } = video
        if (!current) return
        current.defaultPlaybackRate = speed
        current.playbackRate = speed
        preferences.change({ speed })
      },
      setVolume,
      stepVolume: (step) => setVolume(stepVolume(video.current?.muted ? 0 : (video.current?.volume ?? 1), step)),
      mute() {
        const { current } = video
        if (!current) return
        const muted = !(current.muted || current.volume === 0)
        if (!muted && current.volume === 0) return setVolume(0.5)
        current.muted = muted
        preferences.change({ muted })
      },
      toggleCaptions: () => preferences.change({ captions: !preferences.read().captions }),
    }
  }, [video])
}
