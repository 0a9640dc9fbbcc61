import { type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'

export type Choice<Value extends string> = {
  value: Value
  label: string
  hint?: string
  icon?: Slot
  disabled?: boolean
}

export type ChoiceGroupProps<Value extends string> = {
  legend: ReactNode
  name: string
  choices: readonly Choice<Value>[]
  value?: Value
  defaultValue?: Value
  onChange?: (value: Value) => void
  className?: string
}

/** Radio group whose options are cards. Native radio buttons: the arrow keys change the selection. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { legend, name, choices, value, defaultValue, onChange, className } = props
  const id = useId()
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-row gap-2 sm:grid-flow-col">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              'relative flex min-h-12 cursor-pointer items-center gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-2.5 transition-colors hover:border-ink',
              'has-checked:border-primary has-checked:bg-primary-soft has-checked:text-on-primary-soft has-checked:inset-ring has-checked:inset-ring-primary',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-55',
              '[&_svg]:size-5 [&_svg]:shrink-0',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              disabled={choice.disabled}
              checked={value === undefined ? undefined : value === choice.value}
              defaultChecked={value === undefined ? defaultValue === choice.value : undefined}
              onChange={() => onChange?.(choice.value)}
              aria-describedby={choice.hint ? `${id}-${choice.value}` : undefined}
              aria-label={choice.label}
              className="absolute inset-0 z-1 size-full cursor-pointer appearance-none opacity-0"
            />
            {choice.icon}
            <span className="min-w-0">
              <span className="block font-semibold leading-snug">{choice.label}</span>
              {choice.hint && (
                <span id={`${id}-${choice.value}`} className="block text-sm text-muted">
                  {choice.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
