import type { ReactNode } from 'react'
import { Card } from '#ui/layout/card.tsx'

/** A part of the settings form, with its title beside the fields where there is space. */
export function SettingsPart({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <Card as="section" className="grid min-w-0 gap-x-8 gap-y-5 xl:grid-cols-[15rem_minmax(0,1fr)]">
      <div>
        <h2 className="font-sans text-lg font-semibold tracking-normal">{title}</h2>
        <p className="mt-1 text-sm text-muted">{text}</p>
      </div>
      <div className="grid min-w-0 max-w-2xl gap-5">{children}</div>
    </Card>
  )
}
