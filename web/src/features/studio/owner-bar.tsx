import { Eye, PencilLine, Users } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'

/** On the store page of one's own course: the ways into the studio. */
export function OwnerBar({ courseId }: { courseId: string }) {
  const ways = [
    { label: 'Edit course', to: paths.editCourse(courseId), Icon: PencilLine },
    { label: 'Students', to: paths.courseStudents(courseId), Icon: Users },
    { label: 'View as a student', to: paths.coursePreview(courseId), Icon: Eye },
  ]
  return (
    <nav aria-label="Your course" className="flex flex-wrap justify-end gap-1">
      {ways.map(({ label, to, Icon }) => (
        <ButtonLink key={label} to={to} size="sm" variant="ghost" icon={<Icon aria-hidden="true" className="size-4" />}>
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}
