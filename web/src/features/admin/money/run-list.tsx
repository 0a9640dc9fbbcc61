import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PayoutRun } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { adminPaths } from '#lib/work-paths.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'

const states: Record<PayoutRun['status'], { name: MessageDescriptor; tone: BadgeTone }> = {
  draft: { name: msg`Draft`, tone: 'neutral' },
  confirmed: { name: msg`Confirmed`, tone: 'accent' },
  paid: { name: msg({ message: 'Paid', context: 'payout' }), tone: 'success' },
  canceled: { name: msg`Canceled`, tone: 'neutral' },
}

/** Look of an amount that is not paid. */
export const notPaid = 'text-muted line-through'

export function RunBadge({ status }: Pick<PayoutRun, 'status'>) {
  const { t } = useLingui()
  return (
    <Badge tone={states[status].tone} dot>
      {t(states[status].name)}
    </Badge>
  )
}

/** Payout runs, newest first. */
export function RunList({ runs }: { runs: readonly PayoutRun[] }) {
  const { t } = useLingui()
  return (
    <Card flush>
      <ul aria-label={t`Payout runs`} className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run._id} className="relative flex items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-tint sm:px-5">
            <div className="min-w-0 flex-1">
              <Link
                to={adminPaths.payoutRun(run._id)}
                className="leading-snug font-semibold wrap-anywhere after:absolute after:inset-0"
              >
                <ReaderTime iso={run.createdAt} look="dateTime" />
              </Link>
              <p className="text-sm text-muted wrap-anywhere">
                {run.note
                  ? t`${plural({ count: run.count }, { one: '# payout', other: '# payouts' })}, by ${{ admin: run.createdByName }}: ${{ note: run.note }}`
                  : t`${plural({ count: run.count }, { one: '# payout', other: '# payouts' })}, by ${{ admin: run.createdByName }}`}
              </p>
            </div>
            <div className="flex flex-col-reverse items-end gap-x-4 gap-y-1 sm:flex-row sm:items-center">
              <RunBadge status={run.status} />
              <span className={cx('tabular text-end font-semibold sm:min-w-24', run.status === 'canceled' && notPaid)}>
                {formatRupees(run.amount)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
