import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { keepTabInside } from './keep-tab-inside.ts'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Accessible name. */
  label: string
  /** `full` covers the screen (the phone's menu), `bottom` rises from the lower edge. */
  side?: 'full' | 'bottom'
  children: ReactNode
}

/**
 * A panel over the whole page, on the platform's `<dialog>`: the page behind is inert, Escape closes, the focus returns.
 * Light enough for the first page. Put a button that closes it inside.
 */
export function Sheet({ open, onOpenChange, label, side = 'full', children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (open && !element?.open) element?.showModal()
    if (!open && element?.open) element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={() => onOpenChange(false)}
      onKeyDown={(event) => keepTabInside(event.nativeEvent, event.currentTarget)}
      onClick={(event) => event.target === event.currentTarget && onOpenChange(false)}
      className={cx(
        'sheet m-0 max-w-none bg-canvas text-ink backdrop:bg-scrim',
        side === 'full' && 'sheet-full h-dvh max-h-none w-full overflow-y-auto',
        side === 'bottom' && 'sheet-bottom mt-auto max-h-[85dvh] w-full overflow-y-auto rounded-t-xl',
      )}
    >
      {children}
    </dialog>
  )
}
