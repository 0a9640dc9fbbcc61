import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useHydrated } from '#lib/use-hydrated.ts'
import { paletteOpen } from './palette-state.ts'

/** What stands on the keys, in every language. */
const keyNames = { mac: '⌘K', other: 'Ctrl K' } as const

/** Opens the palette; the first entry of a work area's navigation. */
export function PaletteButton() {
  const { t } = useLingui()
  const onMac = useHydrated() && /Mac|iP(hone|ad)/.test(navigator.userAgent)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => paletteOpen.write(true)}
      className="flex min-h-10 w-full items-center gap-2 rounded-md border border-line px-3 text-[0.9375rem] font-medium text-muted transition-colors hover:bg-tint hover:text-ink focus-visible:-outline-offset-2 xl:mb-2 xl:min-h-11 xl:gap-3 xl:px-3.5"
    >
      <Search aria-hidden="true" className="size-4.5 shrink-0" />
      <span>{t`Jump to`}</span>
      <span aria-hidden="true" className="ms-auto text-xs text-subtle max-xl:hidden">
        {keyNames[onMac ? 'mac' : 'other']}
      </span>
    </button>
  )
}
