import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { iconButtonClass } from './icon-button.tsx'

/** Arrow link to the parent page. */
export function BackLink({ to, label = 'Back', className }: { to: string; label?: string; className?: string }) {
  return (
    <Link to={to} aria-label={label} className={cx(iconButtonClass(), className)}>
      <ArrowLeft aria-hidden="true" />
    </Link>
  )
}
