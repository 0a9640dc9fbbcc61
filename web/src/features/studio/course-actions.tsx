import { PencilLine, Play } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { CourseMenu } from './course-menu.tsx'

/** What can be done with a course of the list. A copy shows at the top of the list. */
export function CourseActions({ course }: { course: { _id: string; title: string } }) {
  const { revalidate } = useRevalidator()
  return (
    <span className="inline-flex gap-2">
      <ButtonLink
        to={paths.learn(course._id)}
        size="sm"
        variant="ghost"
        icon={<Play aria-hidden="true" className="size-4" />}
        aria-label={`Watch ${course.title}`}
      >
        Watch
      </ButtonLink>
      <ButtonLink
        to={paths.editCourse(course._id)}
        size="sm"
        variant="secondary"
        icon={<PencilLine aria-hidden="true" className="size-4" />}
        aria-label={`Edit ${course.title}`}
      >
        Edit
      </ButtonLink>
      <CourseMenu course={course} size="sm" without={['watch']} onCopied={() => void revalidate()} />
    </span>
  )
}
