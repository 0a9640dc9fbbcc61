import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { Plus } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { OwnStorageMeter } from '#app/storage-meter.tsx'
import { CourseImage } from '#features/courses/course-image.tsx'
import { CourseList } from '#features/studio/course/course-list.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/course-list.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`My Courses`
const back = paths.dashboard

const load = guarded('educator', async ({ api, url }) => {
  const at = readPlace(url.searchParams)
  const [page, storage] = await Promise.all([
    api(calls.courses.own, { query: at ? { cursor: at } : {} }),
    api(calls.storage.own),
  ])
  return { page, storage }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function CourseListPage({ loaderData: { page, storage } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t(title)} />
      <PageHeader
        title={t(title)}
        back={back}
        actions={
          <ButtonLink
            to={studioPaths.createCourse}
            variant="accent"
            icon={<Plus aria-hidden="true" className="size-5" />}
          >
            <Trans>Create Course</Trans>
          </ButtonLink>
        }
      />
      <CourseList courses={page.courses} picture={(course) => <CourseImage course={course} sizes="7rem" />} />
      <div className="mt-8">
        <Pagination {...placesBeside(page, (at) => `${paths.myCourses}?${placeName}=${at}`)} />
      </div>
      {storage.use.total > 0 && (
        <Card as="section" aria-labelledby="storage-title" className="mt-8 max-w-2xl">
          <h2 id="storage-title" className="mb-3 text-xl">
            <Trans>Storage</Trans>
          </h2>
          <OwnStorageMeter {...storage} />
        </Card>
      )}
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={back} />
}
