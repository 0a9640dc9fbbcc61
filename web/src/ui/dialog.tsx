import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { DialogProps } from './dialog-popup.tsx'
import { toast } from './toast.ts'

function Unavailable({ open, onOpenChange }: DialogProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports each press once
  useEffect(() => {
    if (!open) return
    toast.error('You are offline')
    onOpenChange(false)
  }, [open])
  return null
}

const Popup = lazy<ComponentType<DialogProps>>(() =>
  import('./dialog-popup.tsx').then(
    ({ DialogPopup }) => ({ default: DialogPopup }),
    () => ({ default: Unavailable }),
  ),
)

/**
 * Modal dialog: keeps the focus inside, closes on Escape and on a press outside, and returns the focus. Its code loads after
 * the page.
 */
export function Dialog(props: DialogProps) {
  const [opened, setOpened] = useState(false)
  if (props.open && !opened) setOpened(true)
  useEffect(() => void import('./dialog-popup.tsx').catch(() => {}), [])
  // stays mounted once opened, so that it can animate its closing and return the focus
  return <Suspense>{opened && <Popup {...props} />}</Suspense>
}
