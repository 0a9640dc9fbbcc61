import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { SectionHeading } from '../section-heading.tsx'

/** One section of the gallery. */
export function GalleryPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section>
      <SectionHeading title={title} text={text} />
      <div className="grid grid-cols-1 gap-8">{children}</div>
    </section>
  )
}

/** Things of one kind in a row, with their name. */
export function GalleryRow({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div>
      <p className="mb-3 text-sm font-semibold text-muted">{name}</p>
      <div className={cx('flex flex-wrap items-center gap-3', className)}>{children}</div>
    </div>
  )
}
