import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldControl } from './field-context.ts'

/** Multi-line text input; grows with its text up to half the screen where the browser supports it. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const control = useFieldControl(rest)
  return (
    <textarea
      rows={4}
      {...rest}
      {...control}
      className={cx('control max-h-[50dvh] resize-y field-sizing-content min-h-28', className)}
    />
  )
}
