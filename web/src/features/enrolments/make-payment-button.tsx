import { CreditCard } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { useMakePayment } from './use-make-payment.ts'

/** The student's green button. */
export function MakePaymentButton() {
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
