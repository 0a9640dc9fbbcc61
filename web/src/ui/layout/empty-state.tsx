import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type EmptyStateProps = {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** What to do next: a button or a link. */
  action?: ReactNode
  /** Heading level of the title, so that the levels of the page stay in order. */
  as?: 'h1' | 'h2' | 'h3' | 'p'
  className?: string
}

/** Explains why a list is empty and what to do next. */
export function EmptyState({ icon, title, text, action, as: Title = 'p', className }: EmptyStateProps) {
  return (
    <div className={cx('mx-auto grid max-w-md justify-items-center px-4 py-12 text-center', className)}>
      {icon && (
        <span
          aria-hidden="true"
          className="mb-5 grid size-18 rotate-[-4deg] place-items-center rounded-xl bg-tint text-link ring-8 ring-tint/50 [&_svg]:size-8 [&_svg]:stroke-[1.6]"
        >
          {icon}
        </span>
      )}
      <Title className="font-display text-2xl font-bold tracking-tight">{title}</Title>
      {text && <p className="mt-2 text-muted">{text}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
