import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { playerAction, stepSpeed } from './player-keys.ts'

const speedKey = 'player-speed'

function rememberedSpeed(): number {
  try {
    const speed = Number(localStorage.getItem(speedKey))
    return speed >= 0.5 && speed <= 2 ? speed : 1
  } catch {
    return 1
  }
}

/** Speed and keys of a player. The speed is remembered for all lectures, where the browser allows. */
export function usePlayer() {
  const [speed, setSpeed] = useState(1)
  const video = useRef<HTMLVideoElement | null>(null)

  const changeSpeed = useCallback((next: number) => {
    if (video.current) video.current.playbackRate = next
    setSpeed(next)
    try {
      localStorage.setItem(speedKey, String(next))
    } catch {
      // private windows may forbid storage
    }
  }, [])

  /** For the video's ref: a new video starts at the remembered speed. */
  const attach = useCallback((element: HTMLVideoElement | null) => {
    video.current = element
    if (!element) return
    const remembered = rememberedSpeed()
    element.defaultPlaybackRate = remembered
    element.playbackRate = remembered
    setSpeed(remembered)
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = video.current
    // the selector for the speed has its own keys
    if (!element || (event.target instanceof HTMLElement && event.target.closest('select, button, a'))) return
    const action = playerAction(event)
    if (!action) return
    event.preventDefault()
    switch (action.kind) {
      case 'toggle':
        // rejected when the video cannot be played: its own error event says so
        return void (element.paused ? element.play().catch(() => {}) : element.pause())
      case 'seek':
        element.currentTime = Math.max(0, element.currentTime + action.seconds)
        return
      case 'seekTo':
        if (Number.isFinite(element.duration)) element.currentTime = element.duration * action.fraction
        return
      case 'speed':
        return changeSpeed(stepSpeed(element.playbackRate, action.step))
      case 'mute':
        element.muted = !element.muted
        return
      case 'fullscreen':
        return void (document.fullscreenElement
          ? document.exitFullscreen()
          : element.requestFullscreen().catch(() => {}))
    }
  }

  return { attach, speed, changeSpeed, onKeyDown }
}
