import { cx } from './cx.ts'

/** The look of an icon button, for links and triggers of menus. */
export function iconButtonClass(floating = false): string {
  return cx(
    'relative inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors disabled:opacity-55 [&_svg]:size-5.5',
    floating ? 'bg-surface text-ink shadow-card hover:bg-tint' : 'text-ink hover:bg-tint aria-expanded:bg-tint',
  )
}
