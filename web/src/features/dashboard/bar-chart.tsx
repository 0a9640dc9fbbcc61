import {
  Bar,
  CartesianGrid,
  LabelList,
  BarChart as Recharts,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { type ChartData, chartHeight, chartWidth, widestBar } from './chart-layout.ts'

const longest = 10

/** Shortens the title of a course for charts: at most 10 characters, followed by '...' when it is longer (specification, section 9). */
export function shortName(title: string): string {
  const signs = Array.from(new Intl.Segmenter('en').segment(title), ({ segment }) => segment)
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : title
}

type Props = ChartData & {
  /** Available width in pixels; a chart of many courses is wider. */
  available: number
}

/** Tooltip of a bar: the whole title and the count. */
function Hint({ payload, inWords }: Pick<TooltipContentProps, 'payload'> & Pick<ChartData, 'inWords'>) {
  // the rows of the chart, which the library types as `any`
  const row = payload[0]?.payload as ChartData['rows'][number] | undefined
  if (!row) return null
  return (
    <div className="max-w-56 rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-popup">
      <p {...writtenIn()} className="font-semibold wrap-anywhere">
        {row.title}
      </p>
      <p className="tabular text-muted">{inWords(row.value)}</p>
    </div>
  )
}

/** The chart only; a table has the same numbers. With many courses the bars keep their width and the chart becomes wider. */
export function BarChart({ rows, inWords, tone, available }: Props) {
  const fill = tone === 'accent' ? 'var(--color-accent)' : 'var(--color-primary)'
  return (
    <Recharts
      width={chartWidth(rows.length, available)}
      height={chartHeight}
      data={[...rows]}
      // the library places its texts for left to right
      style={{ direction: 'ltr' }}
      margin={{ top: 24, right: 8, bottom: 0, left: 0 }}
      // keyboard and screen readers use the table
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        // names may be equal, ids are unique
        dataKey="_id"
        tickFormatter={(_, index: number) => shortName(rows[index]?.title ?? '')}
        interval={0}
        height={36}
        tickLine={false}
        tickMargin={10}
        axisLine={{ stroke: 'var(--color-line-strong)' }}
        tick={{ fontSize: 12, fill: 'var(--color-muted)' }}
      />
      <YAxis
        allowDecimals={false}
        width={44}
        tickLine={false}
        axisLine={false}
        tickFormatter={formatCount}
        tick={{ fontSize: 12, fill: 'var(--color-muted)' }}
      />
      <Tooltip
        cursor={{ fill: 'var(--color-tint)' }}
        isAnimationActive={false}
        content={({ payload }) => <Hint payload={payload} inWords={inWords} />}
      />
      <Bar
        dataKey="value"
        fill={fill}
        radius={[6, 6, 0, 0]}
        maxBarSize={widestBar}
        // zero is labelled too
        minPointSize={2}
        isAnimationActive="auto"
        animationDuration={250}
      >
        <LabelList
          dataKey="value"
          position="top"
          formatter={(value) => formatCount(Number(value))}
          className="tabular"
          fontSize={12}
          fontWeight={600}
          fill="var(--color-ink)"
        />
      </Bar>
    </Recharts>
  )
}
