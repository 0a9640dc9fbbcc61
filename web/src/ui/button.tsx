import type { ComponentProps, MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'
import { isSecondPress } from './double-tap.ts'
import type { Slot } from './slot.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'accent' | 'secondary' | 'ghost' | 'success' | 'danger' | 'night' | 'link'
export type ButtonSize = 'sm' | 'md' | 'lg'

/** In forced colours there is no ground: an edge shows that it is a button. */
const filled = 'shadow-card forced-colors:border'

const variants: Record<ButtonVariant, string> = {
  primary: `${filled} bg-primary text-on-primary hover:bg-primary-hover`,
  accent: `${filled} bg-accent text-on-accent hover:bg-accent-hover`,
  secondary: 'border border-line-strong bg-surface text-ink hover:border-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-tint',
  success: `${filled} bg-success text-on-success hover:bg-success-hover`,
  danger: `${filled} bg-danger text-on-danger hover:bg-danger-hover`,
  night: 'border border-night-line bg-night-raised text-on-night hover:bg-night-line',
  link: 'text-link underline decoration-1 underline-offset-4 hover:decoration-2',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 gap-1.5 rounded-sm px-3 text-sm',
  md: 'min-h-11 gap-2 rounded-md px-4.5 text-base',
  lg: 'min-h-13 gap-2.5 rounded-md px-6 text-lg',
}

/** Classes of a button, for elements that are not one (a file input's label, a trigger). */
export function buttonClass({
  variant = 'primary',
  size = 'md',
  block = false,
}: {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  block?: boolean | undefined
} = {}): string {
  return cx(
    'relative inline-flex items-center justify-center font-semibold leading-tight select-none',
    'transition-[background-color,border-color,color,scale] active:not-aria-disabled:scale-[0.98]',
    'disabled:opacity-55 aria-disabled:not-aria-busy:opacity-55',
    variant === 'link' ? 'min-h-6 gap-1.5 rounded-sm' : sizes[size],
    variants[variant],
    block && 'w-full',
  )
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Full width of its parent. */
  block?: boolean
  /** Shows a spinner and ignores clicks; width and focus stay. A button that sends a form ignores the second of a double click, too. */
  busy?: boolean
  /** Replaces the children while busy ("Processing..."); the width fits both from the start. */
  busyLabel?: string
  icon?: Slot
}

export function Button(props: ButtonProps) {
  const { variant, size, block, busy = false, busyLabel, icon, className, children, onClick, ...rest } = props

  // `disabled` would drop the keyboard focus during an action, so a busy button only ignores clicks.
  function press(event: MouseEvent<HTMLButtonElement>) {
    const again = rest.type === 'submit' && isSecondPress(event.nativeEvent)
    if (busy || again) event.preventDefault()
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
            <span className="contents">{children}</span>
          </span>
          {busy && <Spinner className="absolute inset-0 justify-center" />}
        </>
      ) : (
        <span className="grid gap-[inherit] *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:justify-center *:gap-[inherit]">
          <span className={cx(busy && 'invisible')}>
            {icon}
            <span className="contents">{children}</span>
          </span>
          <span className={cx(!busy && 'invisible')}>
            <Spinner />
            <span>{busyLabel}</span>
          </span>
        </span>
      )}
    </button>
  )
}

type ButtonLinkProps = Omit<LinkProps, 'className'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  block?: boolean
  icon?: Slot
  className?: string
}

/** Link with the look of a button. */
export function ButtonLink({ variant, size, block, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size, block }), className)}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  )
}

/** Classes of an icon button, for links and menu triggers. */
export function iconButtonClass(floating = false): string {
  return cx(
    'relative inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors disabled:opacity-55 [&_svg]:size-5.5',
    floating ? 'bg-surface text-ink shadow-card hover:bg-tint' : 'text-ink hover:bg-tint aria-expanded:bg-tint',
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Accessible name. */
  label: string
  children: Slot
  /** For use on a photo or a dark panel. */
  floating?: boolean
  busy?: boolean
}

/** Round button with only an icon; 44 px target. */
export function IconButton({ label, floating = false, busy = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-busy={busy || undefined}
      className={cx(iconButtonClass(floating), className)}
    >
      {busy ? <Spinner /> : children}
    </button>
  )
}
