import { useLingui } from '@lingui/react/macro'
import type { Role } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { leaveAccount } from '#app/leave-account.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AccountSection } from '#features/accounts/account-section.tsx'
import { DataDownload, DeleteAccount } from '#features/accounts/delete-account.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import type { Route } from './+types/data.ts'

const load = guarded<unknown, { role: Role }>('signedIn', async ({ viewer }) => ({ role: viewer.role }))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function AccountData({ loaderData: { role } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageMeta title={t`Your data`} />
      <AccountSection id="data" title={t`Your data`}>
        <DataDownload />
      </AccountSection>
      <AccountSection id="delete" title={t`Delete your account`}>
        <DeleteAccount role={role} leave={leaveAccount} />
      </AccountSection>
    </>
  )
}
