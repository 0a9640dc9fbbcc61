import { Trans, useLingui } from '@lingui/react/macro'
import type { SalesRow } from '@virtual-courses/contract'
import { lazy, Suspense, useState } from 'react'
import { formatCount, formatRupees, useFormats } from '#lib/text/format.ts'
import { useElementWidth } from '#lib/use-element-width.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import {
  periodTexts,
  type SalesRows,
  type SalesSeries,
  type SalesUnit,
  salesSeries,
  spanLabel,
  spanTexts,
} from './sales-data.ts'

const Missing = () => (
  <p className="grid h-65 place-items-center text-muted">
    <Trans>The chart could not be loaded. Its table has the same numbers.</Trans>
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
function Numbers({ rows, unit, caption }: { rows: readonly SalesRow[]; unit: SalesUnit; caption: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <table className="w-full border-collapse text-[0.9375rem]">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="py-2 text-start font-semibold">
            {t(spanTexts[unit].column)}
          </th>
          <th scope="col" className="py-2 text-end font-semibold">
            {t(salesSeries.enrolments.label)}
          </th>
          <th scope="col" className="py-2 text-end font-semibold">
            {t(salesSeries.revenue.label)}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map((row) => (
          <tr key={row.day} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-medium">
              {spanLabel(row.day, unit, formats)}
            </th>
            <td className="tabular py-2 text-end">{formatCount(row.enrolments)}</td>
            <td className="tabular py-2 text-end">{formatRupees(row.revenue)}</td>
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

type Props = {
  rows: SalesRows
  first?: SalesSeries
  /** the first and the last day of `rows.day`, where they are not the last 30 days */
  period?: { from: string; to: string }
}

/** Chart and table of enrolments and revenue: of the last 30 days, and of the last 12 months where they are given. */
export function SalesCard({ rows: given, first = 'enrolments', period }: Props) {
  const { t, i18n } = useLingui()
  const [series, setSeries] = useState<SalesSeries>(first)
  const [unit, setUnit] = useState<SalesUnit>('day')
  const hydrated = useHydrated()
  const [container, width] = useElementWidth()
  const rows = given[unit] ?? []
  const total = rows.reduce((sum, row) => sum + row[series], 0)
  const formats = useFormats()
  const texts = period
    ? periodTexts(formats.formatDate(period.from, 'date', 'UTC'), formats.formatDate(period.to, 'date', 'UTC'))
    : spanTexts[unit]
  const { title, chart } = texts
  const units = [
    { value: 'day', label: t`30 days` },
    { value: 'month', label: t`12 months` },
  ] as const
  const kinds = (['enrolments', 'revenue'] as const).map((value) => ({ value, label: t(salesSeries[value].label) }))
  return (
    <Card as="section" aria-labelledby="sales" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="sales" className="font-sans text-lg font-semibold tracking-normal">
            {t(title)}
          </h2>
          <p className="tabular text-sm text-muted">{salesSeries[series].sum(total, i18n)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {given.month && <Choice label={t`Time`} choices={units} value={unit} onChoose={setUnit} />}
          <Choice label={t`What the chart shows`} choices={kinds} value={series} onChoose={setSeries} />
        </div>
      </div>
      <section ref={container} aria-label={t`Chart`} className="h-65 overflow-hidden">
        {hydrated && width > 0 ? (
          <Suspense fallback={<Waiting />}>
            {/* the chart library places its texts for left to right, and so runs its axis of time */}
            <div dir="ltr" role="img" aria-label={t(chart[series])}>
              <SalesChart rows={rows} series={series} unit={unit} width={width} />
            </div>
          </Suspense>
        ) : (
          <Waiting />
        )}
      </section>
      <details className="mt-3">
        <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-sm text-sm font-medium text-link">
          <Trans>Show the numbers as a table</Trans>
        </summary>
        <div className="mt-2">
          <Numbers rows={rows} unit={unit} caption={t(texts.table)} />
        </div>
      </details>
    </Card>
  )
}
