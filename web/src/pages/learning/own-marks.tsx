import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { ClipboardList } from 'lucide-react'
import { Link } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { MarkCell } from '#features/marks/mark-cell.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { decimal } from '#lib/text/decimal.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/own-marks.ts'

const load = guarded<Route.LoaderArgs['params'], ReplyOf<typeof calls.marks.own>>('signedIn', ({ api, params }) =>
  api(calls.marks.own, { params }),
)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** The own marks of a student in a course. */
export default function OwnMarks({ loaderData: { courseId, title, entries, marks, percent } }: Route.ComponentProps) {
  const { t } = useLingui()
  const of = new Map(marks.map((mark) => [mark.lectureId, mark]))
  return (
    <Container width="text">
      <PageMeta title={t`Your marks in ${{ title: isolate(title) }}`} />
      <PageHeader
        title={t`Your marks`}
        text={<span {...writtenIn()}>{title}</span>}
        back={paths.enrolledCourses}
        actions={
          <ButtonLink to={paths.learn(courseId)} variant="secondary">
            <Trans>Go to the course</Trans>
          </ButtonLink>
        }
      />
      {entries.length === 0 ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<ClipboardList />}
            title={t`No marks in this course`}
            text={t`It has neither quizzes nor assignments.`}
          />
        </Card>
      ) : (
        <Card flush>
          {percent !== null && (
            <p className="border-b border-line px-5 py-4 text-lg font-semibold">{t`Average: ${decimal(percent)} %`}</p>
          )}
          <ul className="divide-y divide-line">
            {entries.map(({ lectureId, title: entry, kind }) => {
              const mark = of.get(lectureId)
              const reason = mark?.set?.reason
              return (
                <li key={lectureId} className="flex items-start justify-between gap-4 px-5 py-3.5">
                  <span className="min-w-0">
                    <Link
                      {...writtenIn()}
                      to={paths.learn(courseId, lectureId)}
                      className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
                    >
                      {entry}
                    </Link>
                    <span className="block text-sm text-muted">{kind === 'quiz' ? t`Quiz` : t`Assignment`}</span>
                    {reason !== undefined && (
                      <span className="mt-1 block text-sm wrap-anywhere">
                        <Trans>
                          Reason: <bdi>{reason}</bdi>
                        </Trans>
                      </span>
                    )}
                  </span>
                  <span className="shrink-0 text-end">
                    <MarkCell mark={mark} />
                  </span>
                </li>
              )
            })}
          </ul>
        </Card>
      )}
    </Container>
  )
}
