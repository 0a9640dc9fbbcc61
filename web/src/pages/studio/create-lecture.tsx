import { ArrowLeft } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { LectureStudio } from '#features/studio/lecture-studio.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import type { Route } from './+types/create-lecture.ts'
import { ownCourse } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

const load = guarded('educator', ownCourse)

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function CreateLecturePage({ loaderData: course }: Route.ComponentProps) {
  return (
    <Container>
      <PageMeta title={`Lectures of ${course.title}`} />
      <PageHeader
        title="Lectures"
        text={course.title}
        actions={
          <ButtonLink
            to={paths.editCourse(course._id)}
            variant="secondary"
            icon={<ArrowLeft aria-hidden="true" className="size-4.5" />}
          >
            Back to Course
          </ButtonLink>
        }
      />
      <LectureStudio key={course._id} course={course} />
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <StudioError error={error} title="Lectures" back={paths.editCourse(params.courseId)} />
}
