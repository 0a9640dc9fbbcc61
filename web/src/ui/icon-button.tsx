import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { iconButtonClass } from './icon-button-class.ts'
import { Spinner } from './spinner.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Its accessible name: there is no text to read. */
  label: string
  /** On a photo or a dark panel. */
  floating?: boolean
  busy?: boolean
}

/** A round button with an icon alone; 44 px, well above the smallest allowed target. */
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
