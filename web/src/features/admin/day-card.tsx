import { lazy, Suspense, useState } from 'react'
import { formatCount, formatRupees } from '#lib/format.ts'
import { useElementWidth } from '#lib/use-element-width.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type DayRow, type DaySeries, dayLabel, daySeries } from './day-data.ts'

const Missing = () => (
  <p className="grid h-65 place-items-center text-muted">
    The chart could not be loaded. Its table has the same numbers.
  </p>
)

/** Loaded after the page: the chart library is large. */
const DayChart = lazy(() =>
  import('./day-chart.tsx').then(
    (module) => ({ default: module.DayChart }),
    () => ({ default: Missing }),
  ),
)

const Waiting = () => <Skeleton className="h-65 w-full rounded-md" />

/** Table of the chart's numbers, newest day first. */
function Numbers({ days }: { days: readonly DayRow[] }) {
  return (
    <table className="w-full border-collapse text-[0.9375rem]">
      <caption className="sr-only">Each of the last 30 days</caption>
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="py-2 font-semibold">
            Day
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Enrollments
          </th>
          <th scope="col" className="py-2 text-right font-semibold">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((row) => (
          <tr key={row.day} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-medium">
              {dayLabel(row.day)}
            </th>
            <td className="tabular py-2 text-right">{formatCount(row.enrolments)}</td>
            <td className="tabular py-2 text-right">{formatRupees(row.revenue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Chart or table of the last 30 days. */
export function DayCard({ days }: { days: readonly DayRow[] }) {
  const [series, setSeries] = useState<DaySeries>('enrolments')
  const hydrated = useHydrated()
  const [container, width] = useElementWidth()
  const total = days.reduce((sum, row) => sum + row[series], 0)
  return (
    <Card as="section" aria-labelledby="days" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="days" className="font-sans text-lg font-semibold tracking-normal">
            The last 30 days
          </h2>
          <p className="tabular text-sm text-muted">{daySeries[series].format(total)} in all</p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; these buttons submit nothing */}
        <div role="group" aria-label="What the chart shows" className="flex rounded-md bg-sunken p-1">
          {(['enrolments', 'revenue'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={series === one}
              onClick={() => setSeries(one)}
              className={cx(
                'min-h-8 rounded-sm px-3 text-sm font-medium transition-colors',
                series === one ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
              )}
            >
              {daySeries[one].label}
            </button>
          ))}
        </div>
      </div>
      <section ref={container} aria-label="Chart" className="h-65 overflow-hidden">
        {hydrated && width > 0 ? (
          <Suspense fallback={<Waiting />}>
            <div role="img" aria-label={`${daySeries[series].label} of the last 30 days. The table has the numbers.`}>
              <DayChart rows={days} series={series} width={width} />
            </div>
          </Suspense>
        ) : (
          <Waiting />
        )}
      </section>
      <details className="mt-3">
        <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-sm text-sm font-medium text-link">
          Show the numbers as a table
        </summary>
        <div className="mt-2">
          <Numbers days={days} />
        </div>
      </details>
    </Card>
  )
}
