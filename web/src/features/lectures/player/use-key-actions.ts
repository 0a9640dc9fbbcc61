import type { RefObject } from 'react'
import { type PlayerAction, speedText, stepSpeed } from './player-keys.ts'
import { preferences } from './preferences.ts'
import type { PictureInPicture } from './use-picture-in-picture.ts'
import type { PlayerCommands } from './use-player-commands.ts'

type Parts = {
  video: RefObject<HTMLVideoElement | null>
  commands: PlayerCommands
  hasCaptions: boolean
  fullscreen: { toggle: () => void }
  pictureInPicture: PictureInPicture | null
  next: (() => void) | null
  help: () => void
}

/** Does what a key means, and answers what to say about it; "" where it shows by itself. */
export function useKeyActions({ video, commands, hasCaptions, fullscreen, pictureInPicture, next, help }: Parts) {
  return (action: PlayerAction): string => {
    const { current } = video
    if (!current) return ''
    switch (action.kind) {
      case 'toggle':
        commands.toggle()
        return current.paused ? 'Pause' : 'Play'
      case 'seek':
        commands.seek(action.seconds)
        return `${action.seconds > 0 ? '+' : '−'}${Math.abs(action.seconds)} s`
      case 'seekTo':
        commands.seekTo(current.duration * action.fraction)
        return `${Math.round(action.fraction * 100)} %`
      case 'speed': {
        const speed = stepSpeed(current.playbackRate, action.step)
        commands.setSpeed(speed)
        return `Speed ${speedText(speed)}`
      }
      case 'volume':
        commands.stepVolume(action.step)
        return `Volume ${Math.round(current.volume * 100)} %`
      case 'mute':
        commands.mute()
        return current.muted ? 'Sound off' : 'Sound on'
      case 'captions':
        if (!hasCaptions) return 'No captions'
        commands.toggleCaptions()
        return preferences.read().captions ? 'Captions on' : 'Captions off'
    }
    if (action.kind === 'fullscreen') fullscreen.toggle()
    if (action.kind === 'pictureInPicture') pictureInPicture?.toggle()
    if (action.kind === 'next') next?.()
    if (action.kind === 'help') help()
    return ''
  }
}
