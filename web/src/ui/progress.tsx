import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export type ProgressProps = {
  label: ReactNode
  /** 0 to 100; null while the length is unknown. */
  value: number | null
  /** Replaces the percentage at the right of the label, for example "3 of 12 lectures". */
  valueText?: string
  tone?: 'primary' | 'accent' | 'success' | 'danger'
  /** The value is read out when it changes. */
  announced?: boolean
  /** Only a thin bar; the label stays for screen readers. */
  bare?: boolean
  className?: string
}

const tones = { primary: 'bg-primary', accent: 'bg-accent', success: 'bg-success', danger: 'bg-danger' }

/** Progress bar with a label. */
export function Progress({
  label,
  value,
  valueText,
  tone = 'primary',
  announced = false,
  bare = false,
  className,
}: ProgressProps) {
  const id = useId()
  const percent = value === null ? null : Math.round(Math.min(100, Math.max(0, value)))
  const text = valueText ?? (percent === null ? '' : `${percent} %`)
  return (
    <div className={className}>
      <div className={bare ? 'sr-only' : 'mb-2 flex flex-wrap items-baseline gap-x-4 text-sm'}>
        <span id={id} className="min-w-0 grow basis-16 truncate font-medium">
          {label}
        </span>
        <span aria-live={announced ? 'polite' : undefined} className="tabular text-muted">
          {text}
        </span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        aria-valuetext={text || undefined}
        className={cx('overflow-hidden rounded-full bg-line', bare ? 'h-1' : 'h-2')}
      >
        <div
          style={{ width: `${percent ?? 100}%` }}
          className={cx(
            'h-full rounded-full transition-[width] duration-300',
            tones[tone],
            percent === null && 'stripes',
          )}
        />
      </div>
    </div>
  )
}
