import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { isDialogOpen } from '#ui/overlays/is-dialog-open.ts'
import type { PlayerNotes } from './note-marks.ts'
import { type KeyTarget, type PlayerAction, playerAction, speedText, stepSpeed } from './player-keys.ts'
import { preferences } from './preferences.ts'
import type { PictureInPicture, Theatre } from './use-display-modes.ts'
import type { PlayerCommands } from './use-player-commands.ts'

type Parts = {
  video: RefObject<HTMLVideoElement | null>
  commands: PlayerCommands
  hasCaptions: boolean
  fullscreen: { toggle: () => void }
  pictureInPicture: PictureInPicture | null
  theatre: Theatre | null
  next: (() => void) | null
  notes: PlayerNotes | null
  help: () => void
}

/** Returns a function that performs an action and returns its message; "" where the effect is visible. */
export function useKeyActions({
  video,
  commands,
  hasCaptions,
  fullscreen,
  pictureInPicture,
  theatre,
  next,
  notes,
  help,
}: Parts) {
  const { t } = useLingui()
  return (action: PlayerAction): string => {
    const { current } = video
    if (!current) return ''
    switch (action.kind) {
      case 'toggle':
        commands.toggle()
        return current.paused ? t`Pause` : t`Play`
      case 'seek':
        commands.seek(action.seconds)
        return t`${{ change: `${action.seconds > 0 ? '+' : '−'}${Math.abs(action.seconds)}` }} s`
      case 'seekTo':
        commands.seekTo(current.duration * action.fraction)
        return `${Math.round(action.fraction * 100)} %`
      case 'speed': {
        const speed = stepSpeed(current.playbackRate, action.step)
        commands.setSpeed(speed)
        return t`Speed ${{ speed: speedText(speed) }}`
      }
      case 'volume':
        commands.stepVolume(action.step)
        return t`Volume ${{ percent: Math.round(current.volume * 100) }} %`
      case 'mute':
        commands.mute()
        return current.muted ? t`Sound off` : t`Sound on`
      case 'captions':
        if (!hasCaptions) return t`No captions`
        commands.toggleCaptions()
        return preferences.read().captions ? t`Captions on` : t`Captions off`
    }
    if (action.kind === 'note' || action.kind === 'bookmark') return notes?.add(action.kind) ?? ''
    if (action.kind === 'fullscreen') fullscreen.toggle()
    if (action.kind === 'pictureInPicture') pictureInPicture?.toggle()
    if (action.kind === 'theatre') theatre?.toggle()
    if (action.kind === 'next') next?.()
    if (action.kind === 'help') help()
    return ''
  }
}

const typing = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"]), textarea, select'
const controls =
  'a[href], button, input, summary, [role="slider"], [role="tab"], [role="menuitem"], [contenteditable="true"]'

/** Inside the player, buttons use space for themselves and sliders the arrows that they know. */
function targetOf(target: EventTarget | null, player: HTMLElement | null, key: string): KeyTarget {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.closest(typing) || target.isContentEditable) return 'text'
  if (target.closest('dialog, [role="dialog"], [role="menu"]')) return 'text'
  if (!player?.contains(target)) return target.closest(controls) ? 'control' : 'page'
  const button = target.closest('button, a[href]')
  if (button && (key === ' ' || key === 'Enter')) return 'control'
  if (target.matches('input[type="range"]') && (key.startsWith('Arrow') || key === 'Home' || key === 'End'))
    return 'control'
  return target.matches('[role="slider"]') ? 'seekBar' : 'player'
}

/** The keys of a player, wherever on its page the focus is. With a dialog open, the page behind it has none. */
export function usePlayerKeys(
  player: RefObject<HTMLElement | null>,
  withLetters: boolean,
  act: (action: PlayerAction) => void,
): void {
  const latest = useRef({ withLetters, act })
  useEffect(() => {
    latest.current = { withLetters, act }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isDialogOpen()) return
      const target = targetOf(event.target, player.current, event.key)
      const action = playerAction(event, target, latest.current.withLetters)
      // a key that is held down moves and changes on, but does not flicker between on and off
      const repeats = action?.kind === 'seek' || action?.kind === 'volume' || action?.kind === 'speed'
      if (!action || (event.repeat && !repeats)) return
      event.preventDefault()
      latest.current.act(action)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [player])
}
