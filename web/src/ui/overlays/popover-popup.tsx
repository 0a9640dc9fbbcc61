import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { cx } from '../cx.ts'
import { isOwnTrigger, popupContainer } from './use-popup.ts'

export type PopoverContent = {
  /** Accessible name of the button. */
  label: string
  /** Accessible name of the popup; the button's by default. */
  title?: string
  className?: string
  /** On phones, the popup keeps to the lower edge of the screen, above the controls there. */
  bottomOnPhone?: boolean
  /** Rendered only while open; `close` closes the popup and returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

type Props = PopoverContent & {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: RefObject<HTMLElement | null>
}

/** The window of a popover; rendered by `Popover`. */
export function PopoverPopup(props: Props) {
  const { open, onOpenChange, trigger, label, title = label, className, bottomOnPhone = false, children } = props
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!isOwnTrigger(details, trigger)) onOpenChange(next)
      }}
    >
      <Base.Portal container={popupContainer()}>
        <Base.Positioner
          anchor={trigger}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className={cx(
            'z-60',
            // the library positions by inline style
            bottomOnPhone &&
              'max-sm:inset-x-2! max-sm:top-auto! max-sm:bottom-30! max-sm:fixed! max-sm:transform-none!',
          )}
        >
          <Base.Popup
            finalFocus={trigger}
            aria-label={title}
            className={cx(
              'popup w-88 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised text-ink shadow-popup outline-none',
              bottomOnPhone && 'max-sm:w-auto max-sm:max-w-none',
              className,
            )}
          >
            {children(() => onOpenChange(false))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
