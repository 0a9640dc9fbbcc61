import type { Viewer } from '@virtual-courses/contract'
import { type RefObject, useEffect } from 'react'
import { checkToPay, useMakePayment } from '#features/enrolments/use-purchase.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { MenuPopup } from '#ui/overlays/menu-popup.tsx'
import { useAccountEntries } from './account-entries.tsx'

type Props = {
  user: Viewer
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: RefObject<HTMLElement | null>
}

/** The list of the account menu. */
export function AccountMenuPopup({ user, open, ...rest }: Props) {
  const payment = useMakePayment()
  const student = user.role === 'student'
  useEffect(() => {
    if (open && student) checkToPay()
  }, [open, student])
  const header = (
    <>
      <p {...writtenIn()} className="truncate font-semibold">
        {user.name}
      </p>
      <p className="truncate text-sm text-muted">{user.email}</p>
    </>
  )
  return <MenuPopup {...rest} open={open} header={header} entries={useAccountEntries(user, payment)} />
}
