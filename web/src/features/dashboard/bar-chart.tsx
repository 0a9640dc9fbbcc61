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
import { formatCount } from '#lib/format.ts'
import { type ChartData, chartHeight } from './chart-data.ts'
import { chartLayout } from './chart-layout.ts'

const longest = 10

/** A course's name as charts show it: the first 10 characters and '...' (specification, section 9); whole when it is not longer. */
export function shortName(title: string): string {
  const signs = Array.from(new Intl.Segmenter('en').segment(title), ({ segment }) => segment)
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : title
}

type Props = ChartData & {
  /** pixels that there are for it; a chart of many courses is wider */
  room: number
}

/** The whole name and what is counted, beside the bar that is pointed at. */
function Hint({ payload, noun }: Pick<TooltipContentProps, 'payload'> & Pick<ChartData, 'noun'>) {
  // the rows that the chart was given; the library types them as anything
  const row = payload[0]?.payload as ChartData['rows'][number] | undefined
  if (!row) return null
  return (
    <div className="max-w-56 rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-popup">
      <p className="font-semibold wrap-anywhere">{row.title}</p>
      <p className="tabular text-muted">
        {formatCount(row.value)} {row.value === 1 ? noun.one : noun.many}
      </p>
    </div>
  )
}

/** The drawing alone; what it says stands in a table too. Bars of many courses keep their width, and the chart gets wider. */
export function BarChart({ rows, noun, tone, room }: Props) {
  const { width, slanted, barWidth } = chartLayout(rows.length, room)
  const fill = tone === 'accent' ? 'var(--color-accent)' : 'var(--color-primary)'
  return (
    <Recharts
      width={width}
      height={chartHeight}
      data={[...rows]}
      margin={{ top: 24, right: 8, bottom: 0, left: 0 }}
      // The table is what keyboards and screen readers get.
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        // names may be the same, ids are not
        dataKey="_id"
        tickFormatter={(_, index: number) => shortName(rows[index]?.title ?? '')}
        interval={0}
        height={slanted ? 74 : 36}
        tickLine={false}
        tickMargin={slanted ? 6 : 10}
        axisLine={{ stroke: 'var(--color-line-strong)' }}
        tick={{ fontSize: 12, fill: 'var(--color-muted)' }}
        {...(slanted && { angle: -45, textAnchor: 'end' as const })}
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
        content={({ payload }) => <Hint payload={payload} noun={noun} />}
      />
      <Bar
        dataKey="value"
        fill={fill}
        radius={[6, 6, 0, 0]}
        maxBarSize={barWidth}
        // nothing is a number too, and gets a label
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
