import type { ReactNode } from 'react'
import type { Slot } from '#ui/slot.ts'

/** What a panel beside the videos shows while there is nothing in it. */
export function PanelEmpty({ icon, children }: { icon: Slot; children: ReactNode }) {
  return (
    <div className="grid place-content-center justify-items-center gap-2 py-10 text-center text-muted [&_svg]:size-8 [&_svg]:stroke-[1.5]">
      {icon}
      <p>{children}</p>
    </div>
  )
}
