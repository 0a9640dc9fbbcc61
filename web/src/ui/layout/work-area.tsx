import type { MessageDescriptor } from '@lingui/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'

export type WorkSection = {
  label: MessageDescriptor
  to: string
  Icon: LucideIcon
  /** matches the addresses of the section's pages */
  within: RegExp
  /** what waits there; nothing at 0 */
  count?: number
}

type Props = {
  /** Accessible name of the navigation. */
  label: string
  sections: readonly WorkSection[]
  /** Without it there is no navigation, and the pages fill the width. */
  shown: boolean
  /** Stands before the sections. */
  action?: Slot
  children: ReactNode
}

/**
 * A part of the site where people work, with the navigation of its sections: a side bar on large screens, else one row that scrolls
 * sideways. Its pages bring their own `Container`, which fills the rest.
 */
export function WorkArea({ label, sections, shown, action, children }: Props) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // the section may lie outside the row, or on a low screen outside the column
  useLayoutEffect(() => {
    const { current: row } = list
    const link = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !link || !pathname) return
    row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
    row.scrollTop = link.offsetTop - (row.clientHeight - link.offsetHeight) / 2
  }, [pathname])
  return (
    // the pages keep their place in the tree, and what was typed there, when the navigation comes and goes
    <div
      className={cx(
        shown && 'xl:mx-auto xl:grid xl:max-w-[82rem] xl:grid-cols-[12.5rem_minmax(0,1fr)] xl:gap-x-10 xl:px-gutter',
      )}
    >
      {shown && (
        <nav
          aria-label={label}
          className="min-w-0 max-xl:border-b max-xl:border-line max-xl:bg-surface xl:pt-8 xl:pb-8"
        >
          <ul
            ref={list}
            className="relative flex gap-1 py-1.5 max-xl:shell max-xl:overflow-x-auto max-xl:[scrollbar-width:none] xl:sticky xl:top-[calc(var(--spacing-bar)+2rem)] xl:max-h-[calc(100dvh-var(--spacing-bar)-3rem)] xl:flex-col xl:overflow-y-auto xl:py-0 xl:[scrollbar-width:thin]"
          >
            {action && <li className="shrink-0">{action}</li>}
            {sections.map(({ label: name, to, Icon, within, count = 0 }) => {
              const here = within.test(pathname)
              return (
                <li key={to} className="shrink-0">
                  <Link
                    to={to}
                    aria-current={here ? 'page' : undefined}
                    className={cx(
                      'flex min-h-10 items-center gap-2 rounded-md px-3 text-[0.9375rem] font-medium transition-colors focus-visible:-outline-offset-2 xl:min-h-11 xl:gap-3 xl:px-3.5',
                      here ? 'bg-primary-soft text-on-primary-soft' : 'text-muted hover:bg-tint hover:text-ink',
                    )}
                  >
                    <Icon aria-hidden="true" className="size-4.5 shrink-0 max-sm:hidden" />
                    <span>{t(name)}</span>
                    {count > 0 && (
                      <span className="tabular ms-auto rounded-full bg-accent-soft px-2 text-xs leading-5 font-bold text-on-accent-soft">
                        <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
                        <span className="sr-only">{t`${plural(count, { one: '# waits', other: '# wait' })}`}</span>
                      </span>
                    )}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
      )}
      <div className={cx(shown && 'min-w-0 xl:*:ms-0 xl:[--spacing-gutter:0px]')}>{children}</div>
    </div>
  )
}
