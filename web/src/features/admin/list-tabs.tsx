import { Link } from 'react-router'
import { cx } from '#ui/cx.ts'

type Props = { label: string; tabs: readonly { label: string; to: string; current: boolean }[] }

/** Links between the lists of one page. */
export function ListTabs({ label, tabs }: Props) {
  return (
    <nav aria-label={label} className="mb-5">
      <ul className="flex flex-wrap gap-1">
        {tabs.map(({ label, to, current }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-10 items-center rounded-md px-3.5 font-medium transition-colors',
                current ? 'bg-primary-soft text-on-primary-soft' : 'text-muted hover:bg-tint hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
