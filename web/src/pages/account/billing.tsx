import { useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AccountSection } from '#features/accounts/account-section.tsx'
import { BillingForm } from '#features/invoices/billing-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import type { Route } from './+types/billing.ts'

type Data = { billing: ReplyOf<typeof calls.invoices.billing> }

const load = guarded<unknown, Data>('student', async ({ api }) => ({ billing: await api(calls.invoices.billing) }))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function AccountBilling({ loaderData: { billing } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageMeta title={t`Billing details`} />
      <AccountSection
        id="billing"
        title={t`Billing details`}
        text={t`What your invoices and receipts say. Those that you have stay as they are.`}
      >
        <BillingForm details={billing} />
      </AccountSection>
    </>
  )
}
