import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router'
import { studioPaths } from '#lib/work-paths.ts'
import { cx } from '#ui/cx.ts'

const tabs = [
  { label: msg`Coupons`, to: studioPaths.coupons },
  { label: msg`Bundles`, to: studioPaths.bundles },
]

/** The two pages of an educator's offers. */
export function OfferTabs() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  return (
    <nav aria-label={t`Kind of offer`} className="mb-6">
      <ul className="flex gap-1">
        {tabs.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={pathname === to ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-10 items-center rounded-md px-3.5 font-medium transition-colors',
                pathname === to ? 'bg-primary-soft text-on-primary-soft' : 'text-muted hover:bg-tint hover:text-ink',
              )}
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
