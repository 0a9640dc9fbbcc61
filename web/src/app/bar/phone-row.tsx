import { Link } from 'react-router'
import { cx } from '#ui/cx.ts'
import type { MenuEntry } from '#ui/menu-entry.tsx'

const row =
  'flex min-h-13 w-full items-center gap-3.5 rounded-md px-2 text-left text-lg font-medium hover:bg-tint [&_svg]:size-5'

/** One line of the menu of narrow screens. */
export function PhoneRow({ entry, close }: { entry: Exclude<MenuEntry, { kind: 'separator' }>; close: () => void }) {
  if (entry.kind === 'action') {
    const choose = () => {
      if (entry.disabled) return
      // this menu covers everything: what an action has to say would stand behind it
      close()
      entry.onSelect()
    }
    return (
      <button
        type="button"
        aria-disabled={entry.disabled || undefined}
        onClick={choose}
        className={cx(row, entry.disabled && 'text-subtle')}
      >
        {entry.icon}
        {entry.label}
      </button>
    )
  }
  return (
    <Link to={entry.to} onClick={close} className={row}>
      {entry.icon}
      {entry.label}
      {entry.aside}
    </Link>
  )
}
