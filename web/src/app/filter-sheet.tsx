import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { activeFilters, withoutFilters } from '#features/courses/catalogue-query.ts'
import { FilterPanel } from '#features/courses/filter-panel.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { useEarlyPress } from '#ui/early-press.ts'
import { closesSheet, Sheet } from '#ui/overlays/sheet.tsx'

type Props = Omit<ComponentProps<typeof FilterPanel>, 'id' | 'clear'> & {
  id: string
  /** the number of matches, and how it is shown */
  total: number
  results: string
}

/** The filters of narrow screens, over the list, which keeps its place and follows each change. */
export function FilterSheet({ id, total, results, ...panel }: Props) {
  const { t } = useLingui()
  const { query, onChange } = panel
  const count = activeFilters(query)
  const clear = () => {
    if (count > 0) onChange(withoutFilters(query))
  }
  // after all effects on layout: the router takes no navigation before
  const early = useEarlyPress(`${id} clear`, () => queueMicrotask(clear))
  return (
    <Sheet id={id} label={t`Filters`} side="bottom">
      <div className="sticky top-0 z-1 flex items-center justify-between gap-4 border-b border-line bg-canvas px-gutter py-2">
        <h2 className="font-sans text-lg font-semibold tracking-normal">
          <span>{t`Filters`}</span>
          {count > 0 && <span className="text-muted">{` (${count})`}</span>}
        </h2>
        <IconButton {...closesSheet(id)} label={t`Hide Filters`} className="-me-2.5">
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className="px-gutter py-5">
        <FilterPanel {...panel} clear={false} />
      </div>
      <div className="sticky bottom-0 flex gap-3 border-t border-line bg-canvas px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <Button {...early} variant="secondary" aria-disabled={count === 0} onClick={clear}>
          <Trans>Clear all</Trans>
        </Button>
        <Button {...closesSheet(id)} className="flex-1">
          {t`${plural(total, { one: `Show ${results} course`, other: `Show ${results} courses` })}`}
        </Button>
      </div>
    </Sheet>
  )
}
