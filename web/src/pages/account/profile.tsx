import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AccountSection } from '#features/accounts/account-section.tsx'
import { EmailForm } from '#features/accounts/email-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Route } from './+types/profile.ts'

type Data = { status: ReplyOf<typeof calls.ownAccount.status> }

const load = guarded<unknown, Data>('signedIn', async ({ api }) => ({ status: await api(calls.ownAccount.status) }))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function AccountProfile({ loaderData: { status } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageMeta title={t`Account`} />
      <AccountSection id="email" title={t`Email address`}>
        <EmailForm email={status.email} waiting={status.newEmail?.email ?? null} />
      </AccountSection>
      <AccountSection id="profile" title={t`Name, photo and bio`}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-56">
            <Trans>What others see of you is on your profile.</Trans>
          </p>
          <ButtonLink to={paths.editProfile} variant="secondary">
            <Trans>Edit Profile</Trans>
          </ButtonLink>
        </div>
      </AccountSection>
    </>
  )
}
