import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useFieldControl } from './field.tsx'

export type InputProps = ComponentProps<'input'> & {
  /** Shown inside, before the text: an icon or a sign such as ₹. */
  leading?: ReactNode
  /** Shown inside, after the text; may hold a button. */
  trailing?: ReactNode
}

/** Single-line input. */
export function Input({ leading, trailing, className, ...rest }: InputProps) {
  const control = useFieldControl(rest)
  const input = (
    <input
      // what is typed may be in any language
      dir={/^(text|search)?$/.test(rest.type ?? '') ? 'auto' : undefined}
      {...rest}
      {...control}
      className={cx('control', leading ? 'ps-10' : null, trailing ? 'pe-12' : null, className)}
    />
  )
  if (!leading && !trailing) return input
  return (
    <div className="relative">
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-10 place-items-center text-muted [&_svg]:size-4.5">
          {leading}
        </span>
      )}
      {input}
      {trailing && <span className="absolute inset-y-0 end-0 flex items-center pe-0.5">{trailing}</span>}
    </div>
  )
}

type DigitsProps = Omit<InputProps, 'inputMode' | 'autoComplete' | 'maxLength'> & { digits: number }

/** A code of digits that was mailed, or that an app shows; it may be pasted with spaces. */
export const DigitsInput = ({ digits, ...rest }: DigitsProps) => (
  <Input {...rest} inputMode="numeric" autoComplete="one-time-code" maxLength={digits + 2} />
)

/** Multi-line text input; grows with its text up to half the screen where the browser supports it. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const control = useFieldControl(rest)
  return (
    <textarea
      rows={4}
      dir="auto"
      {...rest}
      {...control}
      className={cx('control max-h-[50dvh] resize-y field-sizing-content min-h-28', className)}
    />
  )
}
