import type { Blocker } from 'react-router'
import { AlertDialog } from './alert-dialog.tsx'

type Props = {
  blocker: Blocker
  /** an upload is in progress: leaving stops it */
  uploading?: boolean
}

/** Asks for confirmation before unsaved changes are lost. */
export function LeaveDialog({ blocker, uploading = false }: Props) {
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={uploading ? 'Stop the upload?' : 'Leave without saving?'}
      text={
        uploading
          ? 'The upload is still running. If you leave this page now, it stops and nothing changes.'
          : 'You have unsaved changes on this page. If you leave now, they will be lost.'
      }
      confirmLabel={uploading ? 'Stop and leave' : 'Leave without saving'}
      cancelLabel="Stay on this page"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
