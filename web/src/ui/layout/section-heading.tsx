import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'

export type SectionHeadingProps = {
  title: ReactNode
  /** A short line above the title. */
  eyebrow?: ReactNode
  text?: ReactNode
  /** At the right end on wide screens. */
  action?: Slot
  as?: 'h1' | 'h2' | 'h3'
  id?: string
  centered?: boolean
  className?: string
}

/** Heading of a page section. */
export function SectionHeading(props: SectionHeadingProps) {
  const { title, eyebrow, text, action, as: Title = 'h2', id, centered = false, className } = props
  return (
    <div
      className={cx(
        'mb-8 flex flex-col gap-4',
        centered ? 'items-center text-center' : 'sm:flex-row sm:items-end sm:justify-between',
        className,
      )}
    >
      <div className="max-w-2xl">
        {eyebrow && (
          <p className="mb-2 flex items-center gap-2 text-sm font-semibold text-accent-text">
            {!centered && <span aria-hidden="true" className="h-0.5 w-6 rounded-full bg-accent" />}
            <span>{eyebrow}</span>
          </p>
        )}
        <Title id={id} className="font-display text-3xl font-bold">
          {title}
        </Title>
        {text && <p className="mt-2 text-lg text-muted">{text}</p>}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  )
}
