import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { LearningState } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { placeName } from '#lib/list-place.ts'
import { samePage } from '#lib/navigation/same-page.ts'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/text/format.ts'
import { cx } from '#ui/cx.ts'

const choices = [
  { state: null, label: msg({ message: 'All', context: 'courses' }) },
  { state: 'begun', label: msg`In progress` },
  { state: 'not-begun', label: msg`Not begun` },
  { state: 'completed', label: msg({ message: 'Completed', context: 'courses' }) },
] as const

/** Returns the address of the enrolled courses of a state, at a place of their list. */
export function enrolledAddress(state: LearningState | null, at = ''): string {
  const search = new URLSearchParams({ ...(state && { state }), ...(at && { [placeName]: at }) }).toString()
  return `${paths.enrolledCourses}${search && `?${search}`}`
}

type Props = { state: LearningState | null; counts: Record<LearningState, number> }

/** Which of the enrolled courses are shown, with the number of each. Links, so that it works without a script. */
export function EnrolledFilter({ state: chosen, counts }: Props) {
  const { t } = useLingui()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <nav aria-label={t`Which courses`} className="mb-6">
      <ul className="flex flex-wrap gap-1">
        {choices.map(({ state, label }) => (
          <li key={label.id}>
            <Link
              to={enrolledAddress(state)}
              state={samePage}
              aria-current={state === chosen ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-10 items-center gap-2 rounded-md px-3.5 font-medium transition-colors',
                state === chosen ? 'bg-primary-soft text-on-primary-soft' : 'text-muted hover:bg-tint hover:text-ink',
              )}
            >
              <span>{t(label)}</span>
              <span className="tabular text-sm">{formatCount(state === null ? all : counts[state])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
