import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useEarlyPress } from '../early-press.ts'
import { openSheet } from './is-dialog-open.ts'
import { sayMissing } from './toast.ts'

/**
 * Where a popup is rendered: inside the element in full screen, which hides everything outside of it, or inside a sheet, outside of which
 * nothing can be pressed. Otherwise the body.
 */
export const popupContainer = (): HTMLElement | undefined =>
  document.fullscreenElement instanceof HTMLElement ? document.fullscreenElement : openSheet()

/**
 * State of a button whose popup is code of its own: the code is fetched when the pointer or the focus reaches the button, and
 * at the latest when it is pressed.
 */
export function usePopup<Part>(load: () => Promise<Part>, onOpenChange?: (open: boolean) => void) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [part, setPart] = useState<Part | null>(null)
  const preload = () => {
    // a press reports a failure, this does not
    load().catch(() => {})
  }

  function change(next: boolean) {
    setOpen(next)
    onOpenChange?.(next)
  }

  function toggle() {
    if (open) return change(false)
    change(true)
    if (part) return
    load().then(
      (loaded) => {
        setPart(() => loaded)
        // the sheet around the button was closed meanwhile
        if (trigger.current?.getClientRects().length === 0) change(false)
      },
      () => {
        change(false)
        sayMissing()
      },
    )
  }

  const early = useEarlyPress(useId(), toggle)

  return {
    open,
    part,
    change,
    trigger,
    /** Props of the button. */
    triggerProps: {
      ...early,
      ref: trigger,
      'aria-expanded': open,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: toggle,
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'ArrowDown' || open) return
        event.preventDefault()
        toggle()
      },
    },
  }
}

type OpenChange = { reason: string; event: Event }

/** Whether a popup asks to close because its own button is pressed, which then toggles it. */
export function isOwnTrigger({ reason, event }: OpenChange, trigger: RefObject<HTMLElement | null>): boolean {
  if (reason !== 'outside-press' && reason !== 'focus-out') return false
  const target = event instanceof FocusEvent ? event.relatedTarget : event.target
  return target instanceof Node && (trigger.current?.contains(target) ?? false)
}
