import { cx } from '../cx.ts'
import { atBottom } from '../layout/dock.tsx'
import type { Slot } from '../slot.ts'

type Props = {
  /** status of the form: unsaved, saving */
  state: string
  /** limits the bar to the page column instead of the full width */
  inColumn?: boolean
  /** shown above the buttons, always in view */
  notice?: Slot
  children: Slot
}

/** Footer of a form; stays in view while the form is longer than the screen. */
export function SaveBar({ state, inColumn = false, notice, children }: Props) {
  return (
    <div
      ref={atBottom}
      data-docked="bottom"
      className={cx(
        'sticky bottom-(--docked-strip) z-20 -mx-gutter border-t border-line bg-canvas/95 px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md',
        inColumn && 'lg:mx-0 lg:px-0',
      )}
    >
      <div className="grid gap-2 has-[>:not(.sr-only)]:mb-3">{notice}</div>
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p aria-live="polite" className="me-auto text-sm font-medium text-muted">
          {state}
        </p>
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">{children}</div>
      </div>
    </div>
  )
}
