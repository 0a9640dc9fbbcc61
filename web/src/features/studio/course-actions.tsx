import { PencilLine, Play } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'

/** What can be done with a course of the list. */
export function CourseActions({ course }: { course: { _id: string; title: string } }) {
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
    </span>
  )
}
