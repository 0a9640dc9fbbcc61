import { useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { iconButtonClass } from '../button.tsx'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'

const widths = { wide: '', text: 'max-w-3xl', form: 'max-w-xl' }

/** Page column with vertical spacing: `wide` for grids, `text` for reading and two-column forms, `form` for a single form. */
export function Container(props: { width?: keyof typeof widths; className?: string; children: ReactNode }) {
  const { width = 'wide', className, children } = props
  return <div className={cx('shell pt-8 pb-section', widths[width], className)}>{children}</div>
}

/** Arrow link to the parent page. */
export function BackLink({ to, label, className }: { to: string; label?: string; className?: string }) {
  const { t } = useLingui()
  return (
    <Link to={to} aria-label={label ?? t`Back`} className={cx(iconButtonClass(), className)}>
      <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
    </Link>
  )
}

export type PageHeaderProps = {
  title: ReactNode
  text?: ReactNode
  /** Target of the back arrow; no arrow without it. */
  back?: string
  actions?: Slot
  /** Shown next to the title, for example a status. */
  aside?: Slot
}

/** Header of a page: back arrow, the page's only h1, and its actions. */
export function PageHeader({ title, text, back, actions, aside }: PageHeaderProps) {
  return (
    <header className="mb-8 flex flex-wrap items-start gap-x-3 gap-y-4">
      {back !== undefined && <BackLink to={back} className="-ms-2" />}
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex min-h-11 flex-wrap items-center gap-3">
          <h1 className="text-3xl wrap-anywhere">{title}</h1>
          {aside}
        </div>
        {text && <p className="mt-1 max-w-prose text-muted wrap-anywhere">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
