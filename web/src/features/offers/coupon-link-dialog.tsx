import { Trans, useLingui } from '@lingui/react/macro'
import { type Coupon, isolate } from '@virtual-courses/contract'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CourseFinder, type FindCourses, type OfferedCourse } from './course-finder.tsx'
import { withCode } from './link-code.ts'

type Props = { coupon: Coupon; find: FindCourses; onClose: () => void }

/** Copies a link that carries the code to a course: one of those that the coupon is for. */
export function CouponLinkDialog({ coupon: { code, forAll, courses }, find, onClose }: Props) {
  const { t } = useLingui()
  const { publicUrl } = useSettings()
  const row = ({ _id, title }: OfferedCourse) => {
    const isolated = isolate(title)
    return (
      <div className="flex items-center justify-between gap-3">
        <span {...writtenIn()} className="min-w-0 wrap-anywhere">
          {title}
        </span>
        <Button
          variant="secondary"
          size="sm"
          className="shrink-0"
          onClick={() => void copyText(publicUrl + withCode(paths.course(_id), code), t`Link copied`)}
        >
          <Trans>
            Copy link<span className="sr-only">{` to ${isolated}`}</span>
          </Trans>
        </Button>
      </div>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Links with ${code}`}
      text={t`Who follows a link finds the code entered on the page of the course.`}
      actions={
        <Button variant="secondary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="mt-4">
        {forAll ? (
          <CourseFinder find={find} row={row} />
        ) : (
          <ul className="grid max-h-72 gap-2 overflow-y-auto">
            {courses.map((course) => (
              <li key={course._id}>{row(course)}</li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
