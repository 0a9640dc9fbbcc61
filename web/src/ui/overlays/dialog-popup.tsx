import { AlertDialog as AlertBase } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button, buttonClass, iconButtonClass } from '../button.tsx'
import { cx } from '../cx.ts'
import { doubleTapMs } from '../double-tap.ts'
import { SignedOutNotice } from '../notice.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import type { Slot } from '../slot.ts'
import { onLogin } from './toast.ts'
import { popupContainer } from './use-popup.ts'

/** The way to the login, which a message outside of the dialog has as well: there the Tab key does not lead. */
function LoginNotice({ open }: { open: boolean }) {
  const [login, setLogin] = useState<string>()
  useEffect(() => {
    if (!open) return
    setLogin(undefined)
    return onLogin(setLogin)
  }, [open])
  return login === undefined ? null : <SignedOutNotice login={login} />
}

/** Classes that the dialog and the alert dialog share. Base UI sets the data attributes at the start and the end of the motion. */
const dialogFrame = {
  backdrop:
    'fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0',
  popup:
    'just-opened fixed inset-x-3 bottom-3 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-lg flex-col gap-4 overflow-y-auto rounded-xl bg-raised p-6 large-letters:p-4 text-ink shadow-popup forced-colors:border transition-[opacity,transform] duration-200 sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
  title: 'text-2xl',
  text: 'text-muted',
  actions: 'mt-2 flex flex-col gap-2 sm:flex-row sm:justify-end',
}

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  children?: Slot
  /** Buttons in the footer; on a phone they stack in their order, which is that of the Tab key. */
  actions?: Slot
  className?: string
  /** selector of what gets the focus where the control that opened the dialog is gone; by default the page */
  returnTo?: string
}

/** The dialog itself; rendered by `Dialog`. */
export function DialogPopup({ open, onOpenChange, returnTo, ...shown }: DialogProps) {
  const { t } = useLingui()
  const { title, text, children, actions, className } = shown
  const opener = useRef<Element>(null)
  const openedAt = useRef(0)
  useLayoutEffect(() => {
    if (!open) return
    opener.current = document.activeElement
    openedAt.current = performance.now()
  }, [open])
  const change: Base.Root.Props['onOpenChange'] = (next, { reason }) => {
    // the second press of a double tap on what opened it may be beside it
    if (reason === 'outside-press' && performance.now() - openedAt.current < doubleTapMs) return
    onOpenChange(next)
  }
  const final = () => {
    const { current: before } = opener
    // Safari gives a button that is pressed no focus
    if (before?.isConnected && (before !== document.body || !returnTo)) return true
    return document.querySelector<HTMLElement>(returnTo ?? '#content')
  }
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Portal container={popupContainer()}>
        <Base.Backdrop data-backdrop className={dialogFrame.backdrop} />
        <Base.Popup className={cx(dialogFrame.popup, className)} finalFocus={final}>
          {/* the button above the title, where beside it there is no room for a word */}
          <div className="flex justify-between gap-x-4 large-letters:flex-col-reverse">
            <Base.Title className={dialogFrame.title}>{title}</Base.Title>
            <Base.Close aria-label={t`Close`} className={cx(iconButtonClass(), '-mt-2 -me-2 large-letters:self-end')}>
              <X aria-hidden="true" />
            </Base.Close>
          </div>
          {text && <Base.Description className={dialogFrame.text}>{text}</Base.Description>}
          <PartBoundary>{children}</PartBoundary>
          <LoginNotice open={open} />
          {actions && <div className={dialogFrame.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

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
  const { t } = useLingui()
  const {
    open,
    onOpenChange,
    title,
    text,
    confirmLabel,
    cancelLabel = t`Cancel`,
    danger,
    busy = false,
    onConfirm,
  } = props
  return (
    <AlertBase.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertBase.Portal container={popupContainer()}>
        <AlertBase.Backdrop data-backdrop className={dialogFrame.backdrop} />
        <AlertBase.Popup className={dialogFrame.popup}>
          <AlertBase.Title className={dialogFrame.title}>{title}</AlertBase.Title>
          <AlertBase.Description className={dialogFrame.text}>{text}</AlertBase.Description>
          <LoginNotice open={open} />
          <div className={dialogFrame.actions}>
            <AlertBase.Close className={buttonClass({ variant: 'secondary' })}>{cancelLabel}</AlertBase.Close>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertBase.Popup>
      </AlertBase.Portal>
    </AlertBase.Root>
  )
}
