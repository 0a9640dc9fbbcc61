import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export type Tab = { value: string; label: string; aside?: ReactNode; content: ReactNode }

export type TabsProps = {
  /** Accessible name of the row of tabs. */
  label: string
  tabs: readonly Tab[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
}

/** Views that share one place. Arrow keys move among the tabs. */
export function Tabs({ label, tabs, value, defaultValue = tabs[0]?.value, onChange }: TabsProps) {
  const state = value === undefined ? { defaultValue } : { value }
  return (
    // Base UI types its values as unknown; ours are the strings given above.
    <Base.Root {...state} onValueChange={(next) => onChange?.(String(next))}>
      <Base.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="flex min-h-11 shrink-0 items-center gap-2 rounded-t-sm px-4 font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:text-link"
          >
            {tab.label}
            {tab.aside}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.75 w-(--active-tab-width) rounded-full bg-primary transition-all duration-200" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
