import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, GraduationCap, Heart, PencilLine, Users } from 'lucide-react'
import { useState } from 'react'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { PreviewBanner } from '#ui/layout/preview-banner.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { course: { _id: string; isPublished: boolean } }

/** Shows that the page is a preview for the educator, with a link back. */
export function CoursePreviewBanner({ course }: Props) {
  return (
    <PreviewBanner back={studioPaths.editCourse(course._id)}>
      {course.isPublished ? (
        <Trans>
          <strong>Preview.</strong> This is what a student sees before enrolling.
        </Trans>
      ) : (
        <Trans>
          <strong>Preview.</strong> This is what a student sees before enrolling. It is a draft: no one else sees it
          before you publish it.
        </Trans>
      )}
    </PreviewBanner>
  )
}

/** Links to the studio on the store page of the educator's own course. */
export function OwnerBar({ courseId }: { courseId: string }) {
  const { t } = useLingui()
  const ways = [
    { label: t`Edit course`, to: studioPaths.editCourse(courseId), Icon: PencilLine },
    { label: t`Students`, to: studioPaths.courseStudents(courseId), Icon: Users },
    { label: t`View as a student`, to: studioPaths.coursePreview(courseId), Icon: Eye },
  ]
  return (
    <nav aria-label={t`Your course`} className="flex flex-wrap justify-end gap-1">
      {ways.map(({ label, to, Icon }) => (
        <ButtonLink key={label} to={to} size="sm" variant="ghost" icon={<Icon aria-hidden="true" className="size-4" />}>
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}

/** The students' button in the educator's preview. It only explains what it would do. */
export function PreviewEnroll({ free }: { free: boolean }) {
  const { t } = useLingui()
  const [pressed, setPressed] = useState(false)
  return (
    <>
      <Button
        variant="accent"
        size="lg"
        block
        icon={<GraduationCap aria-hidden="true" className="size-5.5" />}
        onClick={() => setPressed(true)}
      >
        <Trans>Enroll Now</Trans>
      </Button>
      <div aria-live="polite">
        {pressed && (
          <Notice className="mt-3 text-sm">
            {free
              ? t`This is a preview: nothing was bought. Students are enrolled at once here.`
              : t`This is a preview: nothing was bought. Students pay here and are enrolled.`}
          </Notice>
        )}
      </div>
    </>
  )
}

/** The students' heart in the educator's preview. It only explains what it would do. */
export function PreviewHeart() {
  const { t } = useLingui()
  return (
    <IconButton
      floating
      label={t`Add to wishlist`}
      onClick={() => toast.info(t`This is a preview: students put the course on their wishlist here.`)}
    >
      <Heart />
    </IconButton>
  )
}
