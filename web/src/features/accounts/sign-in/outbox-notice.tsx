import { Trans } from '@lingui/react/macro'
import { Notice } from '#ui/notice.tsx'

/** Where the mails of a site without a mail server are read. */
export function OutboxNotice() {
  return (
    <Notice className="text-sm">
      <Trans>
        This demo keeps its mail in the{' '}
        <a href="/dev/outbox" target="_blank" rel="noreferrer" className="font-semibold underline underline-offset-4">
          outbox
        </a>
        .
      </Trans>
    </Notice>
  )
}
