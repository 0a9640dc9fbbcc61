import type { Blocker } from 'react-router'
import { LazyAlertDialog } from './lazy-alert-dialog.tsx'

type Props = {
  blocker: Blocker
  /** an upload is under way: leaving stops it */
  uploading?: boolean
}

/** Asks whether what was typed may be lost. */
export function LeaveDialog({ blocker, uploading = false }: Props) {
  return (
    <LazyAlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={uploading ? 'Stop the upload?' : 'Leave without saving?'}
      text={
        uploading
          ? 'The upload is still running. If you leave this page now, it stops and nothing is changed.'
          : 'Your changes on this page are not saved yet. If you leave now, they are lost.'
      }
      confirmLabel={uploading ? 'Stop and leave' : 'Leave without saving'}
      cancelLabel="Stay on this page"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
