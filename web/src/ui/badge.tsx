import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Slot } from './slot.ts'

export type BadgeTone = 'neutral' | 'primary' | 'accent' | 'success' | 'danger' | 'night'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-neutral-soft text-muted',
  primary: 'bg-primary-soft text-on-primary-soft',
  accent: 'bg-accent-soft text-on-accent-soft',
  success: 'bg-success-soft text-on-success-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  night: 'bg-night text-on-night',
}

export type BadgeProps = {
  tone?: BadgeTone
  icon?: Slot
  /** Dot before the text, for statuses. The text still names the status: color alone is not enough. */
  dot?: boolean
  className?: string
  children: ReactNode
}

/** Short status or category. */
export function Badge({ tone = 'neutral', icon, dot = false, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center align-middle gap-1.5 rounded-full px-2.5 text-xs font-semibold whitespace-nowrap [&_svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {icon}
      <span className="contents">{children}</span>
    </span>
  )
}
