import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { useFieldControl } from './field.tsx'

export type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** First entry, with the empty value: "Select a category". */
  placeholder?: string
}

/** Native select: opens the platform's own list on phones, accessible, no script needed. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const control = useFieldControl(rest)
  return (
    <div className="relative">
      <select {...rest} {...control} className={cx('control appearance-none truncate pe-10', className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
    </div>
  )
}
