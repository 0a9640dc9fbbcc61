import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { api, ReplyOf } from '@virtual-courses/contract'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Card } from '#ui/layout/card.tsx'

type Props = { courses: ReplyOf<typeof api.notes.courses>['courses'] }

/** The courses in which the user has notes. */
export function NotedCourses({ courses }: Props) {
  const { t } = useLingui()
  return (
    <Card flush>
      <ul>
        {courses.map(({ _id, title, open, notes, changedAt }) => (
          <li key={_id} className="border-line not-first:border-t">
            <Link to={paths.notes(_id)} className="flex min-h-14 items-center gap-3 px-5 py-3 hover:bg-tint">
              <span className="min-w-0 flex-1">
                <bdi className="block font-semibold wrap-anywhere">{title}</bdi>
                <span className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <span>{t`${plural(notes, { one: '# note', other: '# notes' })}`}</span>
                  <ReaderTime iso={changedAt} look="date" />
                  {!open && (
                    <span>
                      <Trans>Not open to you any more</Trans>
                    </span>
                  )}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
