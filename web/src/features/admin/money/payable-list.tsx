import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type Payable, type PayableState } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'

/** Names of the states, as a filter shows them. */
export const payableStateNames: Record<PayableState, MessageDescriptor> = {
  ready: msg`In the next run`,
  paused: msg`Paused`,
  missing: msg`Without bank details`,
  small: msg`Below the minimum`,
}

function AccountText({ account, deleted }: Payable) {
  if (deleted) return <Trans>The account was deleted: no one can be paid</Trans>
  if (!account) return <Trans>No bank details</Trans>
  const { last4, pausedUntil } = account
  return pausedUntil ? (
    <Trans>
      <span>{`Account ending in ${last4}`}</span>, paused until <ReaderTime iso={pausedUntil} look="dateTime" />
    </Trans>
  ) : (
    <Trans>{`Account ending in ${last4}`}</Trans>
  )
}

/** Educators who are owed money, with what of it is payable now. */
export function PayableList({ educators }: { educators: readonly Payable[] }) {
  const { t } = useLingui()
  const ready = useHydrated()
  const [written, setWritten] = useState<Payable | null>(null)
  return (
    <Card flush>
      <ul aria-label={t`Educators who are owed money`} className="divide-y divide-line">
        {educators.map((educator) => (
          <li key={educator.educatorId} className="flex items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <p {...writtenIn()} className="leading-snug font-semibold wrap-anywhere">
                {educator.name}
              </p>
              <p className="text-sm text-muted">
                <AccountText {...educator} />
              </p>
            </div>
            <p className="text-end">
              <span className="tabular block font-semibold">{formatRupees(educator.payable)}</span>
              {educator.held > 0 && (
                <span className="tabular block text-sm text-muted">{t`${{ amount: formatRupees(educator.held) }} held`}</span>
              )}
            </p>
            {educator.deleted && (
              <Button
                variant="secondary"
                size="sm"
                disabled={!ready}
                aria-label={t`Write off ${{ amount: formatRupees(educator.payable) }}`}
                onClick={() => setWritten(educator)}
              >
                <Trans>Write off</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {written && (
        <DecisionDialog
          title={t`Write off ${{ amount: formatRupees(written.payable) }}?`}
          text={t`The account was deleted, so that the money cannot be paid. It leaves the balances for good.`}
          confirmLabel={t`Write off`}
          danger
          reasonHint={t`Stands in the audit log.`}
          onClose={() => setWritten(null)}
          call={(reason) =>
            browserApi(calls.payoutRuns.writeOff, { params: { educatorId: written.educatorId }, body: { reason } })
          }
        />
      )}
    </Card>
  )
}
