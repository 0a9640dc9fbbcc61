import { Trans } from '@lingui/react/macro'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'
import type { Slot } from '../slot.ts'

type Props = {
  draft: { state: 'restored' | 'offered'; restore: () => void; discard: () => void } | null
  /** when it was typed */
  when: Slot
  className?: string
}

/** Says that a form shows what was typed before and not saved, or offers it where the form has changed meanwhile. */
export function DraftNotice({ draft, when, className }: Props) {
  if (!draft) return null
  const isOffered = draft.state === 'offered'
  return (
    <Notice tone={isOffered ? 'warning' : 'info'} {...(className && { className })}>
      <div role="status" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-40 text-sm">
          {isOffered ? (
            <Trans>Something you typed here was not saved, and this has changed since.</Trans>
          ) : (
            <Trans>Restored what you typed. It is not saved yet.</Trans>
          )}
          <span className="block opacity-80">{when}</span>
        </p>
        <span className="flex flex-wrap gap-2">
          {isOffered && (
            <Button size="sm" variant="secondary" onClick={draft.restore}>
              <Trans>Restore</Trans>
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={draft.discard}>
            <Trans>Discard</Trans>
          </Button>
        </span>
      </div>
    </Notice>
  )
}
