import { Badge } from '#ui/badge.tsx'

/** Whether everybody can see a course. */
export function CourseStatus({ published }: { published: boolean }) {
  return (
    <Badge tone={published ? 'success' : 'neutral'} dot>
      {published ? 'Published' : 'Draft'}
    </Badge>
  )
}
