import { useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import { cx } from './cx.ts'

/** Progress through a short sequence of steps; `current` counts from 0. */
export function Steps({ label, steps, current }: { label: string; steps: readonly string[]; current: number }) {
  const { t } = useLingui()
  return (
    <ol aria-label={label} className="flex gap-2">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === current ? 'step' : undefined} className="min-w-0 flex-1">
          <span
            className={cx(
              'mb-2 block h-1.5 rounded-full transition-colors',
              index <= current ? 'bg-primary' : 'bg-line',
            )}
          />
          <span className={cx('flex items-center gap-1.5 text-sm', index === current ? 'font-semibold' : 'text-muted')}>
            {index < current && <Check aria-hidden="true" className="size-4 shrink-0 text-success" />}
            <span className="truncate">{step}</span>
            {index < current && <span className="sr-only">{t`, done`}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
