import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { Tooltip } from '#ui/tooltip.tsx'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  /** its keyboard shortcut */
  shortcut?: string
  children: ReactNode
}

/** Style of the player's controls: 44 px, white on the video. */
export const controlClass =
  'relative inline-grid size-11 shrink-0 place-items-center rounded-full text-white transition-colors hover:bg-white/20 aria-expanded:bg-white/20 disabled:opacity-50 [&_svg]:size-5.5'

/** A control of the player, explained when the pointer rests on it. */
export function PlayerButton({ label, shortcut, className, children, ...rest }: Props) {
  return (
    <Tooltip text={shortcut ? `${label} (${shortcut})` : label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-keyshortcuts={shortcut?.replace(' + ', '+')}
        className={cx(controlClass, className)}
      >
        {children}
      </button>
    </Tooltip>
  )
}
