import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { SectionHeading } from '../layout/section-heading.tsx'

/** One section of the component showcase. */
export function ShowcaseSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section>
      <SectionHeading title={title} text={text} />
      <div className="grid grid-cols-1 gap-8">{children}</div>
    </section>
  )
}

/** A labelled row of related examples. */
export function ShowcaseRow({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div>
      <p className="mb-3 text-sm font-semibold text-muted">{name}</p>
      <div className={cx('flex flex-wrap items-center gap-3', className)}>{children}</div>
    </div>
  )
}
