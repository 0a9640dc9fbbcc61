import type { PayoutRun } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'

const states: Record<PayoutRun['status'], { name: string; tone: BadgeTone }> = {
  draft: { name: 'Draft', tone: 'neutral' },
  confirmed: { name: 'Confirmed', tone: 'accent' },
  paid: { name: 'Paid', tone: 'success' },
  canceled: { name: 'Canceled', tone: 'neutral' },
}

export const RunBadge = ({ status }: Pick<PayoutRun, 'status'>) => (
  <Badge tone={states[status].tone} dot>
    {states[status].name}
  </Badge>
)

/** "3 payouts". */
export const payoutCount = (count: number): string => `${formatCount(count)} ${count === 1 ? 'payout' : 'payouts'}`

/** Payout runs, newest first. */
export function RunList({ runs }: { runs: readonly PayoutRun[] }) {
  return (
    <Card flush>
      <ul aria-label="Payout runs" className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run._id} className="relative flex items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-tint sm:px-5">
            <div className="min-w-0 flex-1">
              <Link
                to={paths.adminPayoutRun(run._id)}
                className="leading-snug font-semibold wrap-anywhere after:absolute after:inset-0"
              >
                <ReaderTime iso={run.createdAt} look="dateTime" />
              </Link>
              <p className="text-sm text-muted wrap-anywhere">
                {`${payoutCount(run.count)}, by ${run.createdByName}${run.note ? `: ${run.note}` : ''}`}
              </p>
            </div>
            <div className="flex flex-col-reverse items-end gap-x-4 gap-y-1 sm:flex-row sm:items-center">
              <RunBadge status={run.status} />
              <span className="tabular text-end font-semibold sm:min-w-24">{formatRupees(run.amount)}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
