import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Blocker } from 'react-router'
import type { AlertDialogProps, DialogProps } from './dialog-popup.tsx'
import { sayMissing } from './toast.ts'

type Popups = typeof import('./dialog-popup.tsx')

const load = (): Promise<Popups> => import('./dialog-popup.tsx')

/**
 * Fetches the dialogs after the page. Returns them once one was opened: it stays mounted to animate its closing and return the focus.
 * @param missing called each time it is opened and they cannot be fetched, for example offline
 */
function usePopups(open: boolean, missing: () => void): Popups | null {
  const [popups, setPopups] = useState<Popups | null>(null)
  const fail = useEffectEvent(missing)
  useEffect(() => void load().catch(() => {}), [])
  useEffect(() => {
    if (!open || popups) return
    let over = false
    load().then(
      (loaded) => over || setPopups(loaded),
      () => over || fail(),
    )
    return () => {
      over = true
    }
  }, [open, popups])
  return popups
}

/** Modal dialog: keeps the focus inside, closes on Escape and on a press outside, and returns the focus. */
export function Dialog(props: DialogProps) {
  const popups = usePopups(props.open, () => {
    sayMissing()
    props.onOpenChange(false)
  })
  return popups && <popups.DialogPopup {...props} />
}

/**
 * Asks for confirmation of an action that cannot be undone. Only a button or Escape closes it; Cancel has the initial focus. Falls back to
 * the browser's own confirm dialog.
 */
export function AlertDialog(props: AlertDialogProps) {
  const popups = usePopups(props.open, () => {
    const { title, text, onConfirm, onOpenChange } = props
    if (window.confirm(typeof text === 'string' ? `${title}\n\n${text}` : title)) onConfirm()
    else onOpenChange(false)
  })
  return popups && <popups.AlertDialogPopup {...props} />
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
