import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../cx.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name. */
  label: string
  /** `full` covers the screen (the menu of phones), `bottom` rises from the lower edge. */
  side?: 'full' | 'bottom'
  /** Receives the focus when the sheet opens; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Receives the focus after closing, by default what had it before; `false`: the caller moves it. */
  finalFocus?: boolean | RefObject<HTMLElement | null>
  children: ReactNode
}

/** Modal panel over the whole page. Put a button that closes it inside. */
export function Sheet(props: SheetProps) {
  const { open, onOpenChange, label, side = 'full', initialFocus = true, finalFocus = true, children } = props
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-label={label}
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className={cx(
            'fixed inset-x-0 bottom-0 z-50 overflow-y-auto bg-canvas text-ink outline-none transition-[opacity,transform] duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
            side === 'full' &&
              'h-dvh data-ending-style:translate-x-8 data-starting-style:translate-x-8 rtl:data-ending-style:-translate-x-8 rtl:data-starting-style:-translate-x-8',
            side === 'bottom' &&
              'max-h-[85dvh] scroll-pt-20 scroll-pb-24 rounded-t-xl data-ending-style:translate-y-8 data-starting-style:translate-y-8',
          )}
        >
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
