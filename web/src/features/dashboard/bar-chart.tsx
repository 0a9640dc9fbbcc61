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
import { type ChartData, layOut, widestBar } from './chart-layout.ts'

const longest = 10

/** Shortens the title of a course for charts: at most 10 characters, followed by '...' when it is longer (specification, section 9). */
export function shortName(title: string): string {
  const signs = Array.from(new Intl.Segmenter('en').segment(title), ({ segment }) => segment)
  return signs.length > longest ? `${signs.slice(0, longest).join('')}...` : title
}

type Props = ChartData & {
  /** Available width in pixels. */
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

const tick = { fontSize: 12, fill: 'var(--color-muted)' }
const noLine = { tickLine: false, axisLine: false } as const
const line = { tickLine: false, axisLine: { stroke: 'var(--color-line-strong)' } } as const

/** The chart only; a table has the same numbers. Where names do not fit beside one another, the bars lie below one another. */
export function BarChart({ rows, inWords, tone, available }: Props) {
  const fill = tone === 'accent' ? 'var(--color-accent)' : 'var(--color-primary)'
  const { lying, height } = layOut(rows.length, available)
  const nameAt = (_: unknown, index: number): string => shortName(rows[index]?.title ?? '')
  // names may be equal, ids are unique
  const names = { dataKey: '_id', tickFormatter: nameAt, interval: 0, tick, ...line } as const
  const counts = { allowDecimals: false, tickFormatter: formatCount, tick, ...noLine } as const
  return (
    <Recharts
      width={available}
      height={height}
      data={[...rows]}
      layout={lying ? 'vertical' : 'horizontal'}
      // the library places its texts for left to right
      style={{ direction: 'ltr' }}
      margin={{ top: lying ? 4 : 24, right: lying ? 44 : 8, bottom: 0, left: 0 }}
      // keyboard and screen readers use the table
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={lying} horizontal={!lying} stroke="var(--color-line)" />
      {lying ? <XAxis type="number" height={26} {...counts} /> : <XAxis height={36} tickMargin={10} {...names} />}
      {lying ? <YAxis type="category" width={124} tickMargin={8} {...names} /> : <YAxis width={44} {...counts} />}
      <Tooltip
        cursor={{ fill: 'var(--color-tint)' }}
        isAnimationActive={false}
        content={({ payload }) => <Hint payload={payload} inWords={inWords} />}
      />
      <Bar
        dataKey="value"
        fill={fill}
        radius={lying ? [0, 4, 4, 0] : [6, 6, 0, 0]}
        maxBarSize={lying ? 20 : widestBar}
        // zero is labelled too
        minPointSize={2}
        isAnimationActive="auto"
        animationDuration={250}
      >
        <LabelList
          dataKey="value"
          position={lying ? 'right' : 'top'}
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
