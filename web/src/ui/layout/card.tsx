import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { PartBoundary } from '../part-boundary.tsx'

export type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li'
  /** Lifts on hover; for cards that are a single link. */
  lift?: boolean
  /** No padding, for cards that start with an image or contain a table. */
  flush?: boolean
}

/** Raised surface; what fails in it stays in it. */
export function Card({ as = 'div', lift = false, flush = false, className, children, ...rest }: CardProps) {
  // The few tags allowed share the props of a div; TypeScript cannot see that through the union.
  const Tag = as as 'div'
  return (
    <Tag
      {...rest}
      className={cx(
        'rounded-lg border border-line bg-surface shadow-card',
        flush ? 'overflow-hidden' : 'p-5 sm:p-6',
        lift &&
          'transition-[translate,box-shadow,border-color] hover:-translate-y-0.5 hover:border-line-strong hover:shadow-lift',
        className,
      )}
    >
      <PartBoundary>{children}</PartBoundary>
    </Tag>
  )
}
