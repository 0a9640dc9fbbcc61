import { useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { writtenIn } from '#lib/text/written-in.ts'

export type Step = { name: string; path: string }

/** Links to the pages above this one. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Breadcrumb`}>
      <ol className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {steps.map(({ name, path }, index) => (
          <li key={path} className="flex items-center gap-1.5">
            {index > 0 && <ChevronRight aria-hidden="true" className="size-4 shrink-0 rtl:-scale-x-100" />}
            <Link
              {...writtenIn()}
              to={path}
              className="inline-flex min-h-8 items-center underline-offset-4 hover:text-ink hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
