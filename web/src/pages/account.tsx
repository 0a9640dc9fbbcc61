import { api as calls, type ReplyOf, type Role, type Session } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { leaveAccount } from '#app/leave-account.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AccountSection } from '#features/accounts/account-section.tsx'
import { DataDownload, DeleteAccount } from '#features/accounts/delete-account.tsx'
import { EmailForm } from '#features/accounts/email-form.tsx'
import { PasswordForm } from '#features/accounts/password-form.tsx'
import { SessionList } from '#features/accounts/session-list.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/page-layout.tsx'
import type { Route } from './+types/account.ts'

type Data = { role: Role; sessions: Session[]; status: ReplyOf<typeof calls.ownAccount.status> }

const load = guarded<unknown, Data>('signedIn', async ({ api, viewer }) => {
  const [{ sessions }, status] = await Promise.all([api(calls.accounts.sessions), api(calls.ownAccount.status)])
  return { role: viewer.role, sessions, status }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Account({ loaderData: { role, sessions, status } }: Route.ComponentProps) {
  const { email, hasPassword, newEmail } = status
  return (
    <Container width="text">
      <PageMeta title="Account" />
      <PageHeader title="Account" text="How you sign in, and what becomes of your data." back={paths.profile} />
      <AccountSection id="email" title="Email address">
        <EmailForm email={email} hasPassword={hasPassword} waiting={newEmail?.email ?? null} />
      </AccountSection>
      <AccountSection id="password" title="Password">
        {hasPassword ? (
          <PasswordForm email={email} />
        ) : (
          <p>
            You sign in without a password.{' '}
            <ButtonLink to={paths.forgotPassword} variant="link">
              Set one by mail
            </ButtonLink>
          </p>
        )}
      </AccountSection>
      <AccountSection
        id="sessions"
        title="Where you are signed in"
        text="If you do not recognise one of these, log it out and change your password."
        plain
      >
        <SessionList sessions={sessions} />
      </AccountSection>
      <AccountSection id="data" title="Your data">
        <DataDownload />
      </AccountSection>
      <AccountSection id="delete" title="Delete your account">
        <DeleteAccount role={role} hasPassword={hasPassword} leave={leaveAccount} />
      </AccountSection>
    </Container>
  )
}
