import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Mails the invoices of an order to its buyer again. */
export function ResendInvoice({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  async function resend() {
    setBusy(true)
    try {
      const { message } = await browserApi(calls.adminOrders.resendInvoice, { params: { orderId } })
      toast.success(message)
      await revalidate()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={busy}
      icon={<Mail aria-hidden="true" className="size-4" />}
      onClick={resend}
    >
      <Trans>Mail again</Trans>
    </Button>
  )
}
