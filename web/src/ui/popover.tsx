import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { placePopup } from './place-popup.ts'

export type PopoverProps = {
  /** Accessible name of the button. */
  label: string
  /** Accessible name of the window; the button's, if it has none. */
  title?: string
  trigger: ReactNode
  triggerClass?: string
  className?: string
  onOpenChange?: (open: boolean) => void
  /** The content is drawn only while open; `close` shuts it, giving the focus back to the button. */
  children: (close: () => void) => ReactNode
}

/** A button with a small window of anything. Built on the platform's popover for the same reason as Menu. */
export function Popover(props: PopoverProps) {
  const { label, title = label, trigger, triggerClass, className, onOpenChange, children } = props
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  // the platform may have opened it before the page came to life
  useEffect(() => {
    if (popup.current?.matches(':popover-open')) setOpen(true)
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        ref={popup}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        tabIndex={-1}
        // Drawn before the first frame, so that the window opens at its final size.
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => {
          const opened = event.newState === 'open'
          onOpenChange?.(opened)
          if (!opened || !button.current) return
          placePopup(button.current, event.currentTarget)
          event.currentTarget.focus({ preventScroll: true })
        }}
        className={cx(
          'anchored w-88 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised text-ink shadow-popup focus-visible:outline-none',
          className,
        )}
      >
        {open && children(() => popup.current?.hidePopover())}
      </div>
    </>
  )
}
