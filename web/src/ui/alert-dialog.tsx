import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { AlertDialogProps } from './alert-dialog-popup.tsx'

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

const load = () =>
  import('./alert-dialog-popup.tsx').then(
    ({ AlertDialogPopup }) => ({ default: AlertDialogPopup }),
    () => ({ default: NativeConfirm }),
  )

const Dialog = lazy<ComponentType<AlertDialogProps>>(load)

/**
 * Asks for confirmation of an action that cannot be undone. Only a button or Escape closes it; Cancel has the initial focus.
 * Its code loads after the page: few visits open it.
 */
export function AlertDialog(props: AlertDialogProps) {
  const [opened, setOpened] = useState(false)
  if (props.open && !opened) setOpened(true)
  useEffect(() => void import('./alert-dialog-popup.tsx').catch(() => {}), [])
  // stays mounted once opened, so that it can animate its closing and return the focus
  return <Suspense>{opened && <Dialog {...props} />}</Suspense>
}
