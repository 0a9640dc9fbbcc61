import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  /** Shown at the right, for example a count. */
  aside?: ReactNode
  /** Stands for several of which some are checked. */
  mixed?: boolean
}

/** Checkbox with a label; the whole row is the target. */
export function Checkbox({ label, aside, mixed = false, className, ...rest }: CheckboxProps) {
  const Mark = mixed ? Minus : Check
  return (
    <label className={cx('flex min-h-8 cursor-pointer items-center gap-3 rounded-sm', className)}>
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          ref={(input) => {
            // there is no attribute for it
            if (input) input.indeterminate = mixed
          }}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-[0.375rem] border-[1.5px] border-line-strong bg-surface transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary disabled:opacity-55"
        />
        <Mark
          aria-hidden="true"
          strokeWidth={3.5}
          className="pointer-events-none relative size-3.5 scale-50 text-on-primary opacity-0 transition peer-checked:scale-100 peer-checked:opacity-100 peer-indeterminate:scale-100 peer-indeterminate:opacity-100"
        />
      </span>
      <span className="min-w-0 flex-1">{label}</span>
      {aside && <span className="tabular text-sm text-muted">{aside}</span>}
    </label>
  )
}

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode; hint?: ReactNode }

/** On/off switch. A native checkbox underneath: it submits with forms and works before hydration. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const hintId = useId()
  return (
    <label className={cx('flex cursor-pointer items-start justify-between gap-4', className)}>
      <span>
        <span className="font-medium">{label}</span>
        {hint && (
          <span id={hintId} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <span className="relative mt-0.5 block h-6.5 w-11 shrink-0">
        <input
          {...rest}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its checked state
          role="switch"
          aria-describedby={hint ? hintId : undefined}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-full border-[1.5px] border-line-strong bg-sunken transition-colors checked:border-success checked:bg-success disabled:opacity-55"
        />
        <span className="pointer-events-none absolute top-1 start-1 size-4.5 rounded-full bg-line-strong transition-[translate,background-color] peer-checked:translate-x-4.5 rtl:peer-checked:-translate-x-4.5 peer-checked:bg-on-success" />
      </span>
    </label>
  )
}
