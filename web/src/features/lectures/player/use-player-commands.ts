import { type RefObject, useMemo } from 'react'
import { stepVolume } from './player-keys.ts'
import { preferences } from './preferences.ts'

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
