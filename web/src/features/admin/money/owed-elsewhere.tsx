import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { api as calls, payableStates, ReplyOf } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { Notice } from '#ui/notice.tsx'
import { payableStateNames } from './payable-list.tsx'

type OwedProps = {
  sums: ReplyOf<typeof calls.payoutRuns.payable>['sums']
  /** the state that the list shows */
  shown: (typeof payableStates)[number]
  minimum: string
  hrefOf: (state: (typeof payableStates)[number]) => string
}

/** What is owed to educators whom the list does not show, and why the next run does not pay them. */
export function OwedElsewhere({ sums, shown, minimum, hrefOf }: OwedProps) {
  const { t } = useLingui()
  const others = sums.filter(({ state }) => state !== shown)
  if (others.length === 0) return null
  const sentenceOf = ({ state, educators: count, ...sum }: (typeof sums)[number]): string => {
    const [amount, people] = [formatRupees(sum.amount), formatCount(count)]
    return {
      ready: t`${amount} is owed to ${plural(count, { one: `${people} educator`, other: `${people} educators` })} whom the next run pays.`,
      missing: t`${amount} is owed to ${plural(count, { one: `${people} educator`, other: `${people} educators` })} without bank details.`,
      paused: t`${amount} is owed to ${plural(count, { one: `${people} educator`, other: `${people} educators` })} whose payouts are paused.`,
      small: t`${amount} is owed to ${plural(count, { one: `${people} educator who has less than ${minimum}`, other: `${people} educators who have less than ${minimum} each` })}.`,
    }[state]
  }
  return (
    <Notice className="mb-4" tone={others.some(({ state }) => state === 'missing') ? 'warning' : 'info'}>
      <ul className="grid gap-1">
        {others.map((sum) => (
          <li key={sum.state} className="flex flex-wrap items-center gap-x-3">
            <span>{sentenceOf(sum)}</span>
            <Link
              to={hrefOf(sum.state)}
              className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
            >
              {t(payableStateNames[sum.state])}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
