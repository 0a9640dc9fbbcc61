import { api as calls, type Payable, type PayableState } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'

/** Names of the states, as a filter shows them. */
export const payableStateNames: Record<PayableState, string> = {
  ready: 'In the next run',
  paused: 'Paused',
  missing: 'Without bank details',
  small: 'Below the minimum',
}

function accountText({ account, deleted }: Payable) {
  if (deleted) return <span>The account was deleted: no one can be paid</span>
  if (!account) return <span>No bank details</span>
  return (
    <>
      <span>{`Account ending in ${account.last4}`}</span>
      {account.pausedUntil && (
        <>
          <span>, paused until </span>
          <ReaderTime iso={account.pausedUntil} look="dateTime" />
        </>
      )}
    </>
  )
}

/** Educators who are owed money, with what of it is payable now. */
export function PayableList({ educators }: { educators: readonly Payable[] }) {
  const [written, setWritten] = useState<Payable | null>(null)
  return (
    <Card flush>
      <ul aria-label="Educators who are owed money" className="divide-y divide-line">
        {educators.map((educator) => (
          <li key={educator.educatorId} className="flex items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-1">
              <p {...writtenIn()} className="leading-snug font-semibold wrap-anywhere">
                {educator.name}
              </p>
              <p className="text-sm text-muted">{accountText(educator)}</p>
            </div>
            <p className="text-end">
              <span className="tabular block font-semibold">{formatRupees(educator.payable)}</span>
              {educator.held > 0 && (
                <span className="tabular block text-sm text-muted">{`${formatRupees(educator.held)} held`}</span>
              )}
            </p>
            {educator.deleted && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Write off ${formatRupees(educator.payable)}`}
                onClick={() => setWritten(educator)}
              >
                Write off
              </Button>
            )}
          </li>
        ))}
      </ul>
      {written && (
        <DecisionDialog
          title={`Write off ${formatRupees(written.payable)}?`}
          text="The account was deleted, so that the money cannot be paid. It leaves the balances for good."
          confirmLabel="Write off"
          danger
          reasonHint="Stands in the audit log."
          onClose={() => setWritten(null)}
          call={(reason) =>
            browserApi(calls.payoutRuns.writeOff, { params: { educatorId: written.educatorId }, body: { reason } })
          }
        />
      )}
    </Card>
  )
}
