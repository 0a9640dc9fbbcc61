import { Trans, useLingui } from '@lingui/react/macro'
import type { Viewer } from '@virtual-courses/contract'
import { GraduationCap, PencilLine, Play } from 'lucide-react'
import { useId } from 'react'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useEarlyPress } from '#ui/early-press.ts'
import { ErrorNotice } from '#ui/notice.tsx'
import type { Slot } from '#ui/slot.ts'
import { whyNotEnroll } from './may-enroll.ts'
import { failedEnrolment, usePurchase } from './use-purchase.ts'

type Props = {
  course: { _id: string; creator: string }
  user: Viewer
  enrolled: boolean
  /** the code that is applied */
  coupon?: string | undefined
  /** what pressing it agrees to; none for what costs nothing */
  agreement?: Slot
}

/** On the narrowest screens price and assistant stand beside it. */
const beside = 'max-[24rem]:px-2.5'

/** Main action of a course page: buy the course, watch it, or, for its educator, open it. Disabled, with the reason, for those who cannot buy it. */
export function EnrollButton({ course, user, enrolled, coupon, agreement }: Props) {
  const { t } = useLingui()
  const { busy, reason, start } = usePurchase(failedEnrolment)
  const hintId = useId()
  const enroll = () => start(course._id, { coupon: coupon ?? '', agrees: Boolean(agreement) })
  const early = useEarlyPress('enroll', enroll)
  if (course.creator === user._id) {
    return (
      <ButtonLink
        to={paths.learn(course._id)}
        size="lg"
        block
        icon={<PencilLine aria-hidden="true" className="size-5" />}
      >
        <Trans>View Lectures</Trans>
      </ButtonLink>
    )
  }
  if (enrolled) {
    return (
      <ButtonLink
        to={paths.learn(course._id)}
        size="lg"
        block
        className={cx('whitespace-nowrap', beside)}
        icon={<Play aria-hidden="true" className="size-5 max-[28rem]:hidden" />}
      >
        <Trans>Watch Now</Trans>
      </ButtonLink>
    )
  }
  const hint = whyNotEnroll(user)
  return (
    <>
      <Button
        {...early}
        variant="accent"
        size="lg"
        block
        className={beside}
        busy={busy}
        disabled={hint !== null}
        aria-describedby={hint === null ? undefined : hintId}
        icon={<GraduationCap aria-hidden="true" className="size-5.5 max-[24rem]:hidden" />}
        onClick={enroll}
      >
        <Trans>Enroll Now</Trans>
      </Button>
      {hint === null && agreement}
      {hint !== null && (
        <p id={hintId} className="mt-2 text-sm text-muted">
          {t(hint)}
        </p>
      )}
      <ErrorNotice said={reason} className="mt-3 text-sm" />
    </>
  )
}

/** Leads a student who pressed "Enroll Now" as a visitor on to their purchase. */
export const EnrollNext = ({ free }: { free: boolean }) => (
  <p role="status" className="text-sm text-muted max-lg:mb-1.5 lg:mb-3">
    {free ? <Trans>One more step: enroll, it is free.</Trans> : <Trans>One more step: enroll and pay.</Trans>}
  </p>
)
