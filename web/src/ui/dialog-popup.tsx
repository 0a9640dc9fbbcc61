import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { dialogFrame } from './dialog-frame.ts'
import { iconButtonClass } from './icon-button.tsx'
import { popupContainer } from './use-popup.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  children?: ReactNode
  /** Buttons in the footer; on a phone they stack with the last on top. */
  actions?: ReactNode
  className?: string
}

/** The dialog itself; rendered by `Dialog`. */
export function DialogPopup({ open, onOpenChange, title, text, children, actions, className }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal container={popupContainer()}>
        <Base.Backdrop className={dialogFrame.backdrop} />
        <Base.Popup className={cx(dialogFrame.popup, className)}>
          <div className="flex items-start justify-between gap-4">
            <Base.Title className={dialogFrame.title}>{title}</Base.Title>
            <Base.Close aria-label="Close" className={cx(iconButtonClass(), '-mt-2 -mr-2')}>
              <X aria-hidden="true" />
            </Base.Close>
          </div>
          {text && <Base.Description className={dialogFrame.text}>{text}</Base.Description>}
          {children}
          {actions && <div className={dialogFrame.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
