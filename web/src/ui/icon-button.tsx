import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

/** Classes of an icon button, for links and menu triggers. */
export function iconButtonClass(floating = false): string {
  return cx(
    'relative inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors disabled:opacity-55 [&_svg]:size-5.5',
    floating ? 'bg-surface text-ink shadow-card hover:bg-tint' : 'text-ink hover:bg-tint aria-expanded:bg-tint',
  )
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Accessible name. */
  label: string
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
