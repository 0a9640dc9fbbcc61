import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { activeFilters, withoutFilters } from '#features/courses/catalogue-query.ts'
import { FilterPanel } from '#features/courses/filter-panel.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'

type Props = Omit<ComponentProps<typeof FilterPanel>, 'id' | 'clear'> & {
  open: boolean
  onClose: () => void
  /** the number of matches, and how it is shown */
  total: number
  results: string
  /** gets the focus back */
  opener: RefObject<HTMLElement | null>
}

/** The filters of narrow screens, over the list, which keeps its place and follows each change. */
export function FilterSheet({ open, onClose, total, results, opener, ...panel }: Props) {
  const { t } = useLingui()
  const { query, onChange } = panel
  const count = activeFilters(query)
  return (
    <Sheet open={open} onOpenChange={(now) => now || onClose()} label={t`Filters`} side="bottom" finalFocus={opener}>
      {open && (
        <>
          <div className="sticky top-0 z-1 flex items-center justify-between gap-4 border-b border-line bg-canvas px-gutter py-2">
            <h2 className="font-sans text-lg font-semibold tracking-normal">
              <span>{t`Filters`}</span>
              {count > 0 && <span className="text-muted">{` (${count})`}</span>}
            </h2>
            <IconButton label={t`Hide Filters`} onClick={onClose} className="-me-2.5">
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <div className="px-gutter py-5">
            <FilterPanel {...panel} clear={false} />
          </div>
          <div className="sticky bottom-0 flex gap-3 border-t border-line bg-canvas px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <Button
              variant="secondary"
              aria-disabled={count === 0}
              onClick={() => count > 0 && onChange(withoutFilters(query))}
            >
              <Trans>Clear all</Trans>
            </Button>
            <Button className="flex-1" onClick={onClose}>
              {t`${plural(total, { one: `Show ${results} course`, other: `Show ${results} courses` })}`}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  )
}
