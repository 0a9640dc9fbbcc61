import type { ReactNode } from 'react'
import { Card } from '#ui/layout/card.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import type { Slot } from '#ui/slot.ts'

type Props = { id: string; title: string; text?: ReactNode; plain?: boolean; children: Slot }

/** A part of the account page; `plain` ones bring their own surface. Its id is the fragment that links lead to. */
export function AccountSection({ id, title, text, plain = false, children }: Props) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-12 scroll-mt-24 first-of-type:mt-0">
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      {text && <p className="mt-1 max-w-prose text-muted">{text}</p>}
      <div className="mt-4">{plain ? <PartBoundary>{children}</PartBoundary> : <Card>{children}</Card>}</div>
    </section>
  )
}
