import { msg, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseImage } from '#features/courses/course-image.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/all-students.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Students`

const load = guarded('educator', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  return { page: await api(calls.courses.own, { query: at ? { cursor: at } : {} }) }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

/** The educator's courses, each with the way to its students. */
export default function AllStudentsPage({ loaderData: { page } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader title={t(title)} text={t`Choose a course to see who learns in it, and how far they are.`} />
      {page.courses.length === 0 ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<Users />}
            title={t`No courses yet`}
            text={t`Students of your courses appear here.`}
            action={
              <ButtonLink to={studioPaths.createCourse}>
                <Trans>Create your first course</Trans>
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">
            {page.courses.map(({ enrolledCount: count, ...course }) => (
              <li key={course._id} className="relative flex items-center gap-4 px-4 py-3 hover:bg-tint sm:px-5">
                <span className="w-24 shrink-0 overflow-hidden rounded-md max-sm:hidden">
                  <CourseImage course={course} sizes="6rem" />
                </span>
                <Link
                  {...writtenIn()}
                  to={studioPaths.courseStudents(course._id)}
                  className="line-clamp-2 min-w-0 flex-1 leading-snug font-medium wrap-anywhere after:absolute after:inset-0"
                >
                  {course.title}
                </Link>
                <span className="tabular shrink-0 text-muted">
                  {t`${plural(count, { one: '# student', other: '# students' })}`}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="mt-8">
        <Pagination {...placesBeside(page, (at) => `${studioPaths.students}?${placeName}=${at}`)} />
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.dashboard} />
}
