import { Eye, PencilLine, Users } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'

/** On the store page of one's own course: the ways into the studio. */
export function OwnerBar({ courseId }: { courseId: string }) {
  return (
    <nav aria-label="Your course" className="flex flex-wrap justify-end gap-1">
      <ButtonLink
        to={paths.editCourse(courseId)}
        size="sm"
        variant="ghost"
        icon={<PencilLine aria-hidden="true" className="size-4" />}
      >
        Edit course
      </ButtonLink>
      <ButtonLink
        to={paths.courseStudents(courseId)}
        size="sm"
        variant="ghost"
        icon={<Users aria-hidden="true" className="size-4" />}
      >
        Students
      </ButtonLink>
      <ButtonLink
        to={paths.coursePreview(courseId)}
        size="sm"
        variant="ghost"
        icon={<Eye aria-hidden="true" className="size-4" />}
      >
        View as a student
      </ButtonLink>
    </nav>
  )
}
