import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  /** Shown at the right, for example a count. */
  aside?: ReactNode
}

/** Checkbox with a label; the whole row is the target. */
export function Checkbox({ label, aside, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('flex min-h-8 cursor-pointer items-center gap-3 rounded-sm', className)}>
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-[0.375rem] border-[1.5px] border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary disabled:opacity-55"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3.5}
          className="pointer-events-none relative size-3.5 scale-50 text-on-primary opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100"
        />
      </span>
      <span className="min-w-0 flex-1">{label}</span>
      {aside && <span className="tabular text-sm text-muted">{aside}</span>}
    </label>
  )
}
