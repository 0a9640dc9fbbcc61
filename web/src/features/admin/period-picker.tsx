import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { salesPeriods } from '@virtual-courses/contract'
import { Form, Link } from 'react-router'
import { samePage } from '#lib/navigation/same-page.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { DayField } from './lists/day-field.tsx'

/** A chosen period: the last days up to today, or the days of two dates. */
export type Period = { days: number } | { from: string; to: string }

const isDay = (text: string): boolean => /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Reads the period of an address; the last 30 days where it has none that can be. */
export function readPeriod(search: URLSearchParams): Period {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  if (isDay(from) && isDay(to)) return { from, to }
  return { days: salesPeriods.find((days) => String(days) === search.get('days')) ?? 30 }
}

/** Whether a period is the one that the overview has. */
export const isLast30 = (period: Period): boolean => 'days' in period && period.days === 30

type Props = {
  period: Period
  /** the first and the last day that are shown */
  from: string
  to: string
  /** why the chosen days are refused; null where they are not */
  problem: string | null
}

/** Chooses the period of the sales. Links and a form, so that it works without a script. */
export function PeriodPicker({ period, from, to, problem }: Props) {
  const { t } = useLingui()
  const chosen = 'days' in period ? period.days : null
  const day = (name: 'from' | 'to', label: string, value: string) => (
    <DayField
      id={`period-${name}`}
      label={label}
      key={value}
      name={name}
      defaultValue={value}
      aria-invalid={problem !== null || undefined}
      aria-describedby={problem === null ? undefined : 'period-problem'}
    />
  )
  return (
    <section aria-label={t`Period`} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <ul className="flex flex-wrap gap-1">
        {salesPeriods.map((days) => (
          <li key={days}>
            <Link
              to={`${paths.adminDashboard}${days === 30 ? '' : `?days=${days}`}`}
              state={samePage}
              aria-current={days === chosen ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-10 items-center rounded-md px-3.5 font-medium transition-colors',
                days === chosen ? 'bg-primary-soft text-on-primary-soft' : 'text-muted hover:bg-tint hover:text-ink',
              )}
            >
              {t`${plural(days, { one: '# day', other: '# days' })}`}
            </Link>
          </li>
        ))}
      </ul>
      <Form action={paths.adminDashboard} noValidate className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3">
        {day('from', t({ message: 'From', context: 'first day' }), from)}
        {day('to', t({ message: 'To', context: 'last day' }), to)}
        <Button type="submit" variant="secondary">
          <Trans>Show</Trans>
        </Button>
      </Form>
      {problem !== null && (
        <p id="period-problem" role="alert" className="basis-full text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </section>
  )
}
