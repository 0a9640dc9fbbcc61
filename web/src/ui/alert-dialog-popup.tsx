import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button.tsx'
import { dialogFrame } from './dialog-frame.ts'
import { popupContainer } from './use-popup.ts'

export type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: ReactNode
  /** Names the action, not "OK". */
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
}

/** The dialog itself; rendered by `AlertDialog`. */
export function AlertDialogPopup(props: AlertDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    text,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    busy = false,
    onConfirm,
  } = props
  return (
    <Base.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Base.Portal container={popupContainer()}>
        <Base.Backdrop className={dialogFrame.backdrop} />
        <Base.Popup className={dialogFrame.popup}>
          <Base.Title className={dialogFrame.title}>{title}</Base.Title>
          <Base.Description className={dialogFrame.text}>{text}</Base.Description>
          <div className={dialogFrame.actions}>
            <Base.Close className={buttonClass({ variant: 'secondary' })}>{cancelLabel}</Base.Close>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
