import { CreditCard } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { ProfileCard } from '#features/accounts/profile-card.tsx'
import { useMakePayment } from '#features/enrolments/use-purchase.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/root-data.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Container, PageHeader } from '#ui/page-layout.tsx'

const load = guarded<unknown, null>('signedIn', async () => null)

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Profile() {
  // the root's user, which is fresh after a payment or a change elsewhere
  const user = useViewer()
  const { reason } = useMakePayment()
  if (!user) return null
  const student = user.role === 'student'
  return (
    <Container width="text">
      <PageMeta title="My Profile" />
      <PageHeader title="My Profile" back={paths.home} />
      {student && reason && (
        <Notice tone="danger" className="mb-6">
          {reason}
        </Notice>
      )}
      <ProfileCard user={user} payment={student && <MakePaymentButton />} />
    </Container>
  )
}

/** The student's green button. */
function MakePaymentButton() {
  const { busy, start } = useMakePayment()
  return (
    <Button
      variant="success"
      busy={busy}
      busyLabel="Processing..."
      icon={<CreditCard aria-hidden="true" className="size-4.5" />}
      onClick={start}
    >
      Make Payment
    </Button>
  )
}
