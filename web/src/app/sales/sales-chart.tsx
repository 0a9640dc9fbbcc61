import { useLingui } from '@lingui/react'
import type { SalesRow } from '@virtual-courses/contract'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { useFormats } from '#lib/text/format.ts'
import { type SalesSeries, type SalesUnit, salesSeries, shortAmount, spanLabel } from './sales-data.ts'

type Props = { rows: readonly SalesRow[]; series: SalesSeries; unit: SalesUnit; width: number }

/** The chart only; the table beside it has the same numbers. */
export function SalesChart({ rows, series, unit, width }: Props) {
  const { i18n } = useLingui()
  const formats = useFormats()
  const { amount, fill } = salesSeries[series]
  return (
    <BarChart
      width={width}
      height={260}
      data={[...rows]}
      margin={{ top: 12, right: 4, bottom: 0, left: 0 }}
      // keyboard and screen readers use the table
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="day"
        tickFormatter={(day: string) => spanLabel(day, unit, formats)}
        interval="preserveStartEnd"
        minTickGap={28}
        height={30}
        tickLine={false}
        tickMargin={8}
        axisLine={{ stroke: 'var(--color-line-strong)' }}
        tick={{ fontSize: 12, fill: 'var(--color-muted)' }}
      />
      <YAxis
        allowDecimals={false}
        // steps of 1, 2, 2.5 and 5: their labels are exact
        niceTicks="snap125"
        width={52}
        tickLine={false}
        axisLine={false}
        tickFormatter={(value: number) => shortAmount(value, series)}
        tick={{ fontSize: 12, fill: 'var(--color-muted)' }}
      />
      <Tooltip
        cursor={{ fill: 'var(--color-tint)' }}
        isAnimationActive={false}
        content={({ payload }) => {
          // the rows of the chart, which the library types as `any`
          const row = payload?.[0]?.payload as SalesRow | undefined
          if (!row) return null
          return (
            <div className="rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-popup">
              <p className="font-semibold">{spanLabel(row.day, unit, formats)}</p>
              <p className="tabular text-muted">{amount(row[series], i18n)}</p>
            </div>
          )
        }}
      />
      <Bar
        dataKey={series}
        fill={fill}
        radius={[4, 4, 0, 0]}
        maxBarSize={22}
        isAnimationActive="auto"
        animationDuration={250}
      />
    </BarChart>
  )
}
