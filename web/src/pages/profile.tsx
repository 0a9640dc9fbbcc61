import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { CreditCard } from 'lucide-react'
import { useEffect, useId, useLayoutEffect } from 'react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { ProfileCard } from '#features/accounts/profile-card.tsx'
import { clearFailure, noteToPay, nothingToPay, type ToPay, useMakePayment } from '#features/enrolments/use-purchase.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useShownUser } from '#lib/session/root-data.ts'
import { Button } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import type { Route } from './+types/profile.ts'

type Data = {
  /** null for those who buy nothing, and when it could not be read */
  toPay: ToPay | null
}

const load = guarded<unknown, Data>('signedIn', async ({ api, viewer }) => ({
  toPay: viewer.role === 'student' ? await api(calls.enrolments.toPay).catch(() => null) : null,
}))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function Profile({ loaderData: { toPay } }: Route.ComponentProps) {
  const { t } = useLingui()
  // the root's user, which is fresh after a payment or a change elsewhere
  const user = useShownUser()
  const { reason } = useMakePayment()
  const student = user?.role === 'student'
  useLayoutEffect(() => {
    if (toPay) noteToPay(toPay)
  }, [toPay])
  useEffect(() => {
    clearFailure()
    return clearFailure
  }, [])
  if (!user) return null
  return (
    <Container width="text">
      <PageMeta title={t`My Profile`} />
      <PageHeader title={t`My Profile`} back={paths.home} />
      {student && <ErrorNotice said={reason} className="mb-6" />}
      <ProfileCard user={user} payment={student && <MakePaymentButton toPay={toPay} />} />
    </Container>
  )
}

/** The student's green button. */
function MakePaymentButton({ toPay }: Data) {
  const { t } = useLingui()
  const { busy, nothing, start } = useMakePayment(toPay)
  const hintId = useId()
  return (
    <div className="grid gap-1">
      <Button
        variant="success"
        busy={busy}
        busyLabel={t`Processing...`}
        disabled={nothing}
        aria-describedby={nothing ? hintId : undefined}
        icon={<CreditCard aria-hidden="true" className="size-4.5" />}
        onClick={start}
        className="max-sm:w-full"
      >
        <Trans>Make Payment</Trans>
      </Button>
      <p id={hintId} aria-live="polite" className="text-sm text-muted empty:hidden">
        {nothing && t(nothingToPay)}
      </p>
    </div>
  )
}
