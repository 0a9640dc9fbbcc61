import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

export type MenuEntry =
  | { kind?: 'link'; label: string; to: string; icon?: ReactNode; aside?: ReactNode }
  | {
      kind: 'action'
      label: string
      onSelect: () => void
      icon?: ReactNode
      danger?: boolean
      disabled?: boolean
      /** Stays open after the press, to show that it is at work. */
      keepOpen?: boolean
    }
  | { kind: 'separator' }

const row =
  'flex min-h-10 w-full items-center gap-3 rounded-sm px-3 py-2 text-left text-[0.9375rem] leading-tight transition-colors hover:bg-tint focus-visible:-outline-offset-2 [&_svg]:size-4.5 [&_svg]:shrink-0'

/** One line of a menu. Only the menu itself renders these. */
export function MenuRow({ entry, close }: { entry: MenuEntry; close: () => void }) {
  if (entry.kind === 'separator') return <hr className="mx-2 my-1.5 border-line" />
  if (entry.kind === 'action') {
    const choose = () => {
      if (entry.disabled) return
      if (!entry.keepOpen) close()
      entry.onSelect()
    }
    return (
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        aria-disabled={entry.disabled || undefined}
        onClick={choose}
        className={cx(row, entry.danger && 'text-danger', entry.disabled && 'text-subtle')}
      >
        {entry.icon}
        {entry.label}
      </button>
    )
  }
  return (
    <Link role="menuitem" tabIndex={-1} to={entry.to} onClick={close} className={row}>
      {entry.icon}
      <span className="flex-1">{entry.label}</span>
      {entry.aside}
    </Link>
  )
}
