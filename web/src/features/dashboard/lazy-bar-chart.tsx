import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useElementWidth } from '#lib/use-element-width.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Skeleton } from '#ui/layout/skeleton.tsx'
import { type ChartData, chartHeight, layOut } from './chart-layout.ts'

const Missing = () => (
  <p className="grid h-75 place-items-center text-muted">
    <Trans>The chart could not be loaded. Its table has the same numbers.</Trans>
  </p>
)

/** Loaded after the page: the chart library is large. */
const BarChart = lazy(() =>
  import('./bar-chart.tsx').then(
    (module) => ({ default: module.BarChart }),
    () => ({ default: Missing }),
  ),
)

const Waiting = () => <Skeleton className="h-75 w-full rounded-md" />

/** A chart of the available width; many bars scroll, which a line below them says. The document reserves its space, and its code loads afterwards. */
export function LazyBarChart({ label, data }: { label: string; data: ChartData }) {
  const { t } = useLingui()
  const hydrated = useHydrated()
  const [container, width] = useElementWidth()
  const count = data.rows.length
  const scrolls = width > 0 && layOut(count, width).height > chartHeight
  return (
    <>
      <section
        ref={container}
        aria-label={label}
        tabIndex={scrolls ? 0 : undefined}
        className="h-75 overflow-x-hidden overflow-y-auto rounded-sm"
      >
        {hydrated && width > 0 ? (
          <Suspense fallback={<Waiting />}>
            <div role="img" aria-label={t`${label}, one bar for each course. The table has the same numbers.`}>
              <BarChart {...data} available={width} />
            </div>
          </Suspense>
        ) : (
          <Waiting />
        )}
      </section>
      {scrolls && (
        <p className="mt-2 text-sm text-muted">
          {t`${plural(count, { one: '# course. Scroll to see it.', other: '# courses. Scroll to see them all.' })}`}
        </p>
      )}
    </>
  )
}
