import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { AlertDialogProps } from './alert-dialog.tsx'

/** Asks in the browser's own words where ours cannot be fetched: somebody who is offline must get his answer, too. */
function PlainQuestion({ open, onOpenChange, title, text, onConfirm }: AlertDialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once each time it opens, with the words of that moment
  useEffect(() => {
    if (!open) return
    if (window.confirm(typeof text === 'string' ? `${title}\n\n${text}` : title)) onConfirm()
    else onOpenChange(false)
  }, [open])
  return null
}

const load = () =>
  import('./alert-dialog.tsx').then(
    ({ AlertDialog }) => ({ default: AlertDialog }),
    () => ({ default: PlainQuestion }),
  )

const Dialog = lazy<ComponentType<AlertDialogProps>>(load)

/** An alert dialog whose code comes when the page stands, not with the page: few of those who see a page are asked. */
export function LazyAlertDialog(props: AlertDialogProps) {
  const [asked, setAsked] = useState(false)
  if (props.open && !asked) setAsked(true)
  useEffect(() => void import('./alert-dialog.tsx').catch(() => {}), [])
  // stays from the first question on, so that it can close calmly and give the focus back
  return <Suspense>{asked && <Dialog {...props} />}</Suspense>
}
