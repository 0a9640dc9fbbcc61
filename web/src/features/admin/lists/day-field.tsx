import type { ComponentProps } from 'react'
import { Input } from '#ui/form/input.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'type' | 'min' | 'max' | 'className'> & { id: string; label: string }

/** A day with its label before it, or above it where letters are large. */
export function DayField({ label, ...rest }: Props) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <label htmlFor={rest.id} className="text-sm text-muted">
        {label}
      </label>
      <Input {...rest} type="date" min="2000-01-01" max="2999-12-31" className="w-auto max-w-full" />
    </div>
  )
}
