import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BundleDetails, Viewer } from '@virtual-courses/contract'
import { GraduationCap } from 'lucide-react'
import { useId } from 'react'
import { AgreementNote } from '#lib/agreement-note.tsx'
import { withNext } from '#lib/navigation/safe-next.ts'
import { paths } from '#lib/paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { whyNotEnroll } from './may-enroll.ts'
import { failedEnrolment, usePurchase } from './use-purchase.ts'

type Props = {
  bundle: Pick<BundleDetails, '_id' | 'complete' | 'educator'>
  user: Viewer | null
  /** the code that is applied */
  coupon?: string | undefined
  /** address of the page, for visitors who sign up first */
  here: string
}

const look = { variant: 'accent', size: 'lg', block: true } as const

/** Buys a bundle; visitors sign up first. Disabled, with the reason, for those who cannot buy it. */
export function BundleButton({ bundle, user, coupon, here }: Props) {
  const { t } = useLingui()
  const { busy, reason, start } = usePurchase(failedEnrolment)
  const hintId = useId()
  const icon = <GraduationCap aria-hidden="true" className="size-5.5" />
  if (!user)
    return (
      <ButtonLink {...look} to={withNext('/signup', here)} rel="nofollow" icon={icon}>
        <Trans>Enroll in the bundle</Trans>
      </ButtonLink>
    )
  if (bundle.complete)
    return (
      <ButtonLink to={paths.enrolledCourses} size="lg" block>
        <Trans>You have all of these courses</Trans>
      </ButtonLink>
    )
  const hint = bundle.educator?._id === user._id ? msg`This is your own bundle.` : whyNotEnroll(user)
  return (
    <>
      <Button
        {...look}
        busy={busy}
        disabled={hint !== null}
        aria-describedby={hint === null ? undefined : hintId}
        icon={icon}
        onClick={() => start(null, { bundleId: bundle._id, coupon: coupon ?? '', agrees: true })}
      >
        <Trans>Enroll in the bundle</Trans>
      </Button>
      {hint === null && <AgreementNote to="order" className="mt-2 text-xs" />}
      {hint !== null && (
        <p id={hintId} className="mt-2 text-sm text-muted">
          {t(hint)}
        </p>
      )}
      <ErrorNotice said={reason} className="mt-3 text-sm" />
    </>
  )
}
