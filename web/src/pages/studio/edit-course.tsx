import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { Eye } from 'lucide-react'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CourseImage } from '#features/courses/course-image.tsx'
import { CourseStatus } from '#features/studio/course/course-cells.tsx'
import { CourseMenu } from '#features/studio/course/course-menu.tsx'
import { EditCourseForm } from '#features/studio/course/edit-course-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/edit-course.ts'
import { ownCourse } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

const load = guarded('educator', ownCourse)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function EditCoursePage({ loaderData: course }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <Container className="pb-0">
      <PageMeta title={t`Edit ${{ title: isolate(course.title) }}`} />
      <PageHeader
        title={t`Edit Course`}
        aside={<CourseStatus published={course.isPublished} />}
        text={<span {...writtenIn(course.language)}>{course.title}</span>}
        back={paths.myCourses}
        actions={
          <>
            <ButtonLink
              to={studioPaths.coursePreview(course._id)}
              variant="secondary"
              icon={<Eye aria-hidden="true" className="size-4.5" />}
            >
              <Trans>View as a student</Trans>
            </ButtonLink>
            <CourseMenu
              course={course}
              without={['preview', 'lectures']}
              onCopied={(copy) => void navigate(studioPaths.editCourse(copy._id))}
            />
          </>
        }
      />
      <EditCourseForm
        key={course._id}
        stored={course}
        picture={(shown) => <CourseImage course={shown} sizes="11rem" />}
      />
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Edit Course`} back={paths.myCourses} />
}
