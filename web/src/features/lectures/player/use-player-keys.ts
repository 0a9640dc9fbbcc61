import { type RefObject, useEffect, useRef } from 'react'
import { type KeyPlace, type PlayerAction, playerAction } from './player-keys.ts'

const typing = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"]), textarea, select'
const controls =
  'a[href], button, input, summary, [role="slider"], [role="tab"], [role="menuitem"], [contenteditable="true"]'

/** Inside the player, buttons use space for themselves and sliders the arrows that they know. */
function placeOf(target: EventTarget | null, player: HTMLElement | null, key: string): KeyPlace {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.closest(typing) || target.isContentEditable) return 'text'
  if (target.closest('dialog, [popover]')) return 'text'
  if (!player?.contains(target)) return target.closest(controls) ? 'control' : 'page'
  const button = target.closest('button, a[href]')
  if (button && (key === ' ' || key === 'Enter')) return 'control'
  if (target.matches('input[type="range"]') && (key.startsWith('Arrow') || key === 'Home' || key === 'End'))
    return 'control'
  return 'player'
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
      if (
        event.defaultPrevented ||
        document.querySelector('dialog[open], [role="alertdialog"], [role="dialog"][data-open]')
      )
        return
      const place = placeOf(event.target, player.current, event.key)
      const action = playerAction(event, place, latest.current.withLetters)
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
