import type { ReactNode } from 'react'
import { Link } from 'react-router'

type Props = { icon: ReactNode; label: string; value: string; text: ReactNode /** link target */; to?: string }

/** A statistic with its label and a note; an item of a `dl`. */
export function StatTile({ icon, label, value, text, to }: Props) {
  return (
    <div className="relative min-w-0 rounded-lg border border-line bg-surface p-4 shadow-card has-[a:hover]:border-line-strong sm:p-5">
      <dt className="flex items-center gap-2 text-sm font-medium text-muted [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-link">
        <span aria-hidden="true">{icon}</span>
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-lg hover:underline">
            {label}
          </Link>
        ) : (
          <span>{label}</span>
        )}
      </dt>
      <dd className="mt-1.5">
        <span className="tabular block font-display text-2xl font-bold tracking-tight wrap-anywhere sm:text-3xl">
          {value}
        </span>
        <span className="block text-sm text-muted">{text}</span>
      </dd>
    </div>
  )
}
