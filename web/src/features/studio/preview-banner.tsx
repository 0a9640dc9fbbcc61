import { ArrowLeft, Eye } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'

type Props = { course: { _id: string; isPublished: boolean } }

/** Says that the educator looks at his course with other eyes, and leads back. Stays in view under the bar. */
export function PreviewBanner({ course }: Props) {
  return (
    <section
      aria-label="Preview"
      className="sticky top-bar z-20 -mx-gutter border-b border-line bg-accent-soft px-gutter py-2.5 text-on-accent-soft"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex min-w-0 items-center gap-3">
          <Eye aria-hidden="true" className="size-5 shrink-0" />
          <span className="leading-snug">
            <strong>Preview.</strong> This is what a student sees before enrolling.
            {!course.isPublished && ' It is a draft: no one else sees it before you publish it.'}
          </span>
        </p>
        <ButtonLink
          to={paths.editCourse(course._id)}
          size="sm"
          variant="secondary"
          icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        >
          Exit preview
        </ButtonLink>
      </div>
    </section>
  )
}
