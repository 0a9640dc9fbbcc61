import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatCount } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import type { ChartData } from './chart-layout.ts'
import { LazyBarChart } from './lazy-bar-chart.tsx'

type Props = { title: string; text: ReactNode; data: ChartData }

const choices = [
  { label: msg`Chart`, table: false, Icon: ChartColumn },
  { label: msg`Table`, table: true, Icon: Table2 },
]

/** Table of a chart's numbers. While the chart is shown, the table stays for screen readers. */
function Numbers({ title, data, shown }: { title: string; data: ChartData; shown: boolean }) {
  const { t } = useLingui()
  return (
    <section
      aria-label={t`${title}, as a table`}
      tabIndex={shown ? 0 : undefined}
      className={shown ? 'h-75 overflow-y-auto rounded-md border border-line' : 'sr-only'}
    >
      <table className="w-full border-collapse text-[0.9375rem]">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="sticky top-0 h-10 bg-sunken px-4 text-start font-semibold">
              <Trans>Course</Trans>
            </th>
            <th scope="col" className="sticky top-0 h-10 bg-sunken px-4 text-end font-semibold">
              {data.unit}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row._id} className="border-t border-line">
              <th
                {...writtenIn()}
                scope="row"
                className="px-4 py-2.5 text-start leading-snug font-medium wrap-anywhere"
              >
                {row.title}
              </th>
              <td className="tabular px-4 py-2.5 text-end">{formatCount(row.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** One number of every course, as a chart or as a table. */
export function ChartCard({ title, text, data }: Props) {
  const { t } = useLingui()
  const [asTable, setAsTable] = useState(false)
  return (
    <Card as="section" className="min-w-0">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h2 className="font-sans text-lg font-semibold tracking-normal">{title}</h2>
          <p className="text-sm text-muted">{text}</p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms; these buttons submit nothing */}
        <div role="group" aria-label={t`Show ${title} as`} className="flex rounded-md bg-sunken p-1">
          {choices.map(({ label, table, Icon }) => (
            <button
              key={label.id}
              type="button"
              aria-pressed={asTable === table}
              onClick={() => setAsTable(table)}
              className={cx(
                'flex min-h-8 items-center gap-1.5 rounded-sm px-2.5 text-sm font-medium transition-colors',
                asTable === table ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
              )}
            >
              <Icon aria-hidden="true" className="size-4" />
              <span>{t(label)}</span>
            </button>
          ))}
        </div>
      </div>
      {!asTable && <LazyBarChart label={title} data={data} />}
      <Numbers title={title} data={data} shown={asTable} />
    </Card>
  )
}
