import { X } from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { activeFilters, withoutFilters } from '#features/courses/catalogue-query.ts'
import { FilterPanel } from '#features/courses/filter-panel.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'

type Props = Omit<ComponentProps<typeof FilterPanel>, 'id' | 'clear'> & {
  open: boolean
  onClose: () => void
  /** the number of matches, as it is shown */
  results: string
  /** gets the focus back */
  opener: RefObject<HTMLElement | null>
}

/** The filters of narrow screens, over the list, which keeps its place and follows each change. */
export function FilterSheet({ open, onClose, results, opener, ...panel }: Props) {
  const { query, onChange } = panel
  const count = activeFilters(query)
  return (
    <Sheet open={open} onOpenChange={(now) => now || onClose()} label="Filters" side="bottom" finalFocus={opener}>
      {open && (
        <>
          <div className="sticky top-0 z-1 flex items-center justify-between gap-4 border-b border-line bg-canvas px-gutter py-2">
            <h2 className="font-sans text-lg font-semibold tracking-normal">
              <span>Filters</span>
              {count > 0 && <span className="text-muted">{` (${count})`}</span>}
            </h2>
            <IconButton label="Hide Filters" onClick={onClose} className="-me-2.5">
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
              Clear all
            </Button>
            <Button className="flex-1" onClick={onClose}>
              {`Show ${results}`}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  )
}
