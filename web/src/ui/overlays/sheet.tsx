import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { doubleTapMs } from '../double-tap.ts'
import { useEarlyPress } from '../early-press.ts'

/**
 * Attributes of a button that opens a sheet: browsers with invoker commands do it before any script has run, and the head's script
 * (`early-press.ts`) does it in the others.
 */
export const opensSheet = (id: string) =>
  ({ command: 'show-modal', commandfor: id, 'aria-haspopup': 'dialog', 'data-early': id }) as const

/** Attributes of a button that closes the sheet around it, in the same way. */
export const closesSheet = (id: string) => ({ command: 'close', commandfor: id }) as const

/** Closes a sheet; does nothing where it is closed. */
export function closeSheet(id: string): void {
  const sheet = document.getElementById(id)
  if (sheet instanceof HTMLDialogElement) sheet.close()
}

/** Whether a press is on the backdrop of a dialog, which reports it as its own. */
function isBeside(dialog: HTMLDialogElement, { target, clientX: x, clientY: y }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (x < left || x > right || y < top || y > bottom)
}

const openerOf = ({ id }: HTMLDialogElement) =>
  document.querySelector<HTMLElement>(`[command="show-modal"][commandfor="${id}"]`)

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0

/**
 * Gives the focus back where the browser does not: in Safari a button that is pressed never has it. Where the window has become so wide that
 * there is no such button, the page gets it.
 */
function returnFocus(dialog: HTMLDialogElement): void {
  const { activeElement: active, body } = document
  if (active && active !== body && !dialog.contains(active)) return
  const opener = openerOf(dialog)
  const next = opener && isShown(opener) ? opener : document.getElementById('content')
  next?.focus({ preventScroll: true })
}

export type SheetProps = {
  id: string
  /** Accessible name. */
  label: string
  /** `full` covers the screen (the menu of phones), `bottom` rises from the lower edge. */
  side?: 'full' | 'bottom'
  /** Open for as long as it is rendered; others are opened by the buttons that have `opensSheet`. */
  shown?: boolean
  onOpen?: () => void
  onClose?: () => void
  children: ReactNode
}

/**
 * Modal panel over the whole page, a `<dialog>` of the document. The element itself knows whether it is open, since it may be before
 * React takes it over: its `open` attribute is never rendered. Put a button with `closesSheet` inside.
 */
export function Sheet({ id, label, side = 'full', shown = false, onOpen, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opened = useRef(shown)
  const show = useEffectEvent(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  })
  const follow = useEffectEvent(() => {
    const { current } = dialog
    if (!current || current.open === opened.current) return
    opened.current = current.open
    if (current.open) return onOpen?.()
    returnFocus(current)
    onClose?.()
  })
  useLayoutEffect(() => {
    const { current } = dialog
    if (!current) return
    // shown from the start, or React runs the effects of a development build twice
    if (opened.current) show()
    follow()
    // the second press of a double tap on what opened it may be beside it
    let pressedAt = Number.NEGATIVE_INFINITY
    let doubled = false
    const note = ({ timeStamp }: PointerEvent) => {
      doubled = timeStamp - pressedAt < doubleTapMs
      pressedAt = timeStamp
    }
    const noteKey = () => {
      doubled = false
    }
    const cancel = (event: Event) => {
      if (event.target === current && doubled) event.preventDefault()
    }
    const press = (event: MouseEvent) => {
      // for browsers without `closedby`
      if (isBeside(current, event) && !doubled) current.close()
    }
    const resize = () => {
      const opener = openerOf(current)
      // what it has stands in the page itself: a phone was turned, a window has grown
      if (current.open && opener && !isShown(opener)) current.close()
    }
    window.addEventListener('resize', resize)
    window.addEventListener('pointerdown', note, true)
    window.addEventListener('keydown', noteKey, true)
    current.addEventListener('cancel', cancel)
    current.addEventListener('toggle', follow)
    current.addEventListener('close', follow)
    current.addEventListener('click', press)
    return () => {
      window.removeEventListener('resize', resize)
      window.removeEventListener('pointerdown', note, true)
      window.removeEventListener('keydown', noteKey, true)
      current.removeEventListener('cancel', cancel)
      current.removeEventListener('toggle', follow)
      current.removeEventListener('close', follow)
      current.removeEventListener('click', press)
      current.close()
    }
  }, [])
  useEarlyPress(id, () => show())
  return (
    <dialog
      ref={dialog}
      id={id}
      aria-label={label}
      closedby="any"
      data-side={side}
      // `open`, of a visitor who was faster than the scripts
      suppressHydrationWarning
      className={cx(
        'sheet just-opened w-full max-w-none overflow-y-auto overscroll-contain bg-canvas text-ink outline-none',
        side === 'full' && 'h-dvh max-h-none',
        side === 'bottom' && 'max-h-[85dvh] scroll-pt-20 scroll-pb-24 rounded-t-xl forced-colors:border-t',
      )}
    >
      {children}
    </dialog>
  )
}
