import type { User } from '@virtual-courses/contract'
import { GraduationCap, PencilLine, Play } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePurchase } from './use-purchase.ts'

type Props = { course: { _id: string; creator: string }; user: User; enrolled: boolean }

/** The one thing to do with a course: buy it, watch it, or, for who made it, look at it. */
export function EnrollButton({ course, user, enrolled }: Props) {
  const { busy, reason, start } = usePurchase('Something went wrong while enrolling.')
  if (course.creator === user._id) {
    return (
      <ButtonLink
        to={paths.learn(course._id)}
        size="lg"
        block
        icon={<PencilLine aria-hidden="true" className="size-5" />}
      >
        View Lectures
      </ButtonLink>
    )
  }
  if (enrolled) {
    return (
      <ButtonLink to={paths.learn(course._id)} size="lg" block icon={<Play aria-hidden="true" className="size-5" />}>
        Watch Now
      </ButtonLink>
    )
  }
  return (
    <>
      <Button
        variant="accent"
        size="lg"
        block
        busy={busy}
        icon={<GraduationCap aria-hidden="true" className="size-5.5" />}
        onClick={() => start(course._id)}
      >
        Enroll Now
      </Button>
      {reason && (
        <Notice tone="danger" className="mt-3 text-sm">
          {reason}
        </Notice>
      )}
    </>
  )
}
