import type { SalesRow } from '@virtual-courses/contract'
import { lazy, Suspense, useState } from 'react'
import { formatCount, formatRupees } from '#lib/text/format.ts'
import { useElementWidth } from '#lib/use-element-width.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import { type SalesRows, type SalesSeries, type SalesUnit, salesSeries, spanLabel, spanNames } from './sales-data.ts'

const Missing = () => (
  <p className="grid h-65 place-items-center text-muted">
    The chart could not be loaded. Its table has the same numbers.
  </p>
)

/** Loaded after the page: the chart library is large. */
const SalesChart = lazy(() =>
  import('./sales-chart.tsx').then(
    (module) => ({ default: module.SalesChart }),
    () => ({ default: Missing }),
  ),
)

const Waiting = () => <Skeleton className="h-65 w-full rounded-md" />

/** Table of the chart's numbers, the newest first. */
function Numbers({ rows, unit }: { rows: readonly SalesRow[]; unit: SalesUnit }) {
  return (
    <table className="w-full border-collapse text-[0.9375rem]">
      <caption className="sr-only">{spanNames[unit].table}</caption>
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="py-2 font-semibold">
            {spanNames[unit].column}
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
        {rows.toReversed().map((row) => (
          <tr key={row.day} className="border-t border-line">
            <th scope="row" className="py-2 text-left font-medium">
              {spanLabel(row.day, unit)}
            </th>
            <td className="tabular py-2 text-right">{formatCount(row.enrolments)}</td>
            <td className="tabular py-2 text-right">{formatRupees(row.revenue)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChoose: (value: Value) => void
}

/** A row of buttons, one of which is pressed. */
function Choice<Value extends string>({ label, choices, value, onChoose }: ChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; these buttons submit nothing
    <div role="group" aria-label={label} className="flex rounded-md bg-sunken p-1">
      {choices.map((one) => (
        <button
          key={one.value}
          type="button"
          aria-pressed={value === one.value}
          onClick={() => onChoose(one.value)}
          className={cx(
            'min-h-8 rounded-sm px-3 text-sm font-medium transition-colors',
            value === one.value ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {one.label}
        </button>
      ))}
    </div>
  )
}

const seriesChoices = (['enrolments', 'revenue'] as const).map((value) => ({ value, label: salesSeries[value].label }))
const unitChoices = [
  { value: 'day', label: '30 days' },
  { value: 'month', label: '12 months' },
] as const

/** Chart and table of enrolments and revenue: of the last 30 days, and of the last 12 months where they are given. */
export function SalesCard({ rows: given, first = 'enrolments' }: { rows: SalesRows; first?: SalesSeries }) {
  const [series, setSeries] = useState<SalesSeries>(first)
  const [unit, setUnit] = useState<SalesUnit>('day')
  const hydrated = useHydrated()
  const [container, width] = useElementWidth()
  const rows = given[unit] ?? []
  const total = rows.reduce((sum, row) => sum + row[series], 0)
  const { title } = spanNames[unit]
  return (
    <Card as="section" aria-labelledby="sales" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="sales" className="font-sans text-lg font-semibold tracking-normal">
            {title}
          </h2>
          <p className="tabular text-sm text-muted">{`${salesSeries[series].format(total)} in all`}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {given.month && <Choice label="Time" choices={unitChoices} value={unit} onChoose={setUnit} />}
          <Choice label="What the chart shows" choices={seriesChoices} value={series} onChoose={setSeries} />
        </div>
      </div>
      <section ref={container} aria-label="Chart" className="h-65 overflow-hidden">
        {hydrated && width > 0 ? (
          <Suspense fallback={<Waiting />}>
            <div
              role="img"
              aria-label={`${salesSeries[series].label} of ${title.toLowerCase()}. The table has the numbers.`}
            >
              <SalesChart rows={rows} series={series} unit={unit} width={width} />
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
          <Numbers rows={rows} unit={unit} />
        </div>
      </details>
    </Card>
  )
}
