import { useLingui } from '@lingui/react/macro'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { Blocker } from 'react-router'
import type { AlertDialogProps, DialogProps } from './dialog-popup.tsx'
import { toast } from './toast.ts'

const load = () => import('./dialog-popup.tsx')

/** Shows a message in place of a dialog that cannot be fetched. */
function Unavailable({ open, onOpenChange }: DialogProps) {
  const { t } = useLingui()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each press once
  useEffect(() => {
    if (!open) return
    toast.error(t`You are offline`)
    onOpenChange(false)
  }, [open])
  return null
}

/** Fetches the dialogs after the page. Returns whether one was opened: it stays mounted to animate its closing and return the focus. */
function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(false)
  if (open && !opened) setOpened(true)
  useEffect(() => void load().catch(() => {}), [])
  return opened
}

const Popup = lazy<ComponentType<DialogProps>>(() =>
  load().then(
    ({ DialogPopup }) => ({ default: DialogPopup }),
    () => ({ default: Unavailable }),
  ),
)

/** Modal dialog: keeps the focus inside, closes on Escape and on a press outside, and returns the focus. */
export function Dialog(props: DialogProps) {
  const opened = useOpened(props.open)
  return <Suspense>{opened && <Popup {...props} />}</Suspense>
}

/** Falls back to the browser's own confirm dialog when ours cannot be fetched, for example offline. */
function NativeConfirm({ open, onOpenChange, title, text, onConfirm }: AlertDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time it opens, with the text of that moment
  useEffect(() => {
    if (!open) return
    if (window.confirm(typeof text === 'string' ? `${title}\n\n${text}` : title)) onConfirm()
    else onOpenChange(false)
  }, [open])
  return null
}

const AlertPopup = lazy<ComponentType<AlertDialogProps>>(() =>
  load().then(
    ({ AlertDialogPopup }) => ({ default: AlertDialogPopup }),
    () => ({ default: NativeConfirm }),
  ),
)

/** Asks for confirmation of an action that cannot be undone. Only a button or Escape closes it; Cancel has the initial focus. */
export function AlertDialog(props: AlertDialogProps) {
  const opened = useOpened(props.open)
  return <Suspense>{opened && <AlertPopup {...props} />}</Suspense>
}

type LeaveDialogProps = {
  blocker: Blocker
  /** an upload is in progress: leaving stops it */
  uploading?: boolean
  /** what was typed is kept for the next visit */
  kept?: boolean
}

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveDialog({ blocker, uploading = false, kept = false }: LeaveDialogProps) {
  const { t } = useLingui()
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={uploading ? t`Stop the upload?` : t`Leave without saving?`}
      text={
        uploading
          ? t`The upload is still running. If you leave this page now, it stops and nothing changes.`
          : kept
            ? t`You have unsaved changes on this page. They are kept: you find them here when you come back.`
            : t`You have unsaved changes on this page. If you leave now, they will be lost.`
      }
      confirmLabel={uploading ? t`Stop and leave` : t`Leave without saving`}
      cancelLabel={t`Stay on this page`}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
