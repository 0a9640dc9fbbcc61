import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Full width of its parent. */
  block?: boolean
  /** At work: keeps width, focus and place, shows a spinner, ignores presses. */
  busy?: boolean
  /** Text in place of the children while busy ("Processing..."); the width fits both from the start. */
  busyLabel?: string
  icon?: ReactNode
}

export function Button(props: ButtonProps) {
  const { variant, size, block, busy = false, busyLabel, icon, className, children, onClick, ...rest } = props

  // `disabled` would drop the keyboard focus in the middle of an action, so a busy button only swallows its presses.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      className={cx(buttonClass({ variant, size, block }), className)}
    >
      {busyLabel === undefined ? (
        <>
          <span className={cx('inline-flex items-center justify-center gap-[inherit]', busy && 'opacity-0')}>
            {icon}
            {children}
          </span>
          {busy && <Spinner className="absolute inset-0 justify-center" />}
        </>
      ) : (
        <span className="grid gap-[inherit] *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:justify-center *:gap-[inherit]">
          <span className={cx(busy && 'invisible')}>
            {icon}
            {children}
          </span>
          <span className={cx(!busy && 'invisible')}>
            <Spinner />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  )
}
