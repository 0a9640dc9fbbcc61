import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import type { Slot } from '../slot.ts'
import { EmptyState } from './empty-state.tsx'

export type ErrorStateProps = {
  title?: string
  /** The error's message, or one of ours. */
  text: ReactNode
  onRetry?: () => void
  /** A retry is in progress. */
  busy?: boolean
  /** Another action, for example a link home. */
  action?: Slot
  as?: 'h1' | 'h2' | 'h3' | 'p'
}

/** Error message with a way to continue. Announced when it appears. */
export function ErrorState({ title, text, onRetry, busy = false, action, as = 'p' }: ErrorStateProps) {
  const { t } = useLingui()
  return (
    <div role="alert">
      <EmptyState
        as={as}
        icon={<TriangleAlert />}
        title={title ?? t`That did not work`}
        text={text}
        action={
          <>
            {onRetry && (
              <Button
                variant="secondary"
                onClick={onRetry}
                busy={busy}
                icon={<RotateCw aria-hidden="true" className="size-4" />}
              >
                <Trans>Try again</Trans>
              </Button>
            )}
            {action}
          </>
        }
      />
    </div>
  )
}
