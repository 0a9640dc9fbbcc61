import { Trans, useLingui } from '@lingui/react/macro'
import {
  api as calls,
  type NotificationSetting,
  type ReplyOf,
  type Role,
  type Session,
} from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { leaveAccount } from '#app/leave-account.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AccountSection } from '#features/accounts/account-section.tsx'
import { DataDownload, DeleteAccount } from '#features/accounts/delete-account.tsx'
import { EmailForm } from '#features/accounts/email-form.tsx'
import { PasswordForm } from '#features/accounts/password-form.tsx'
import { SessionList } from '#features/accounts/session-list.tsx'
import { BillingForm } from '#features/invoices/billing-form.tsx'
import { NotificationSettings } from '#features/notifications/notification-settings.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/account.ts'

type Data = {
  role: Role
  enrolled: boolean
  sessions: Session[]
  settings: NotificationSetting[]
  status: ReplyOf<typeof calls.ownAccount.status>
  billing: ReplyOf<typeof calls.invoices.billing>
}

const load = guarded<unknown, Data>('signedIn', async ({ api, viewer }) => {
  const [{ sessions }, { settings }, status, billing] = await Promise.all([
    api(calls.accounts.sessions),
    api(calls.notifications.settings),
    api(calls.ownAccount.status),
    api(calls.invoices.billing),
  ])
  return { role: viewer.role, enrolled: viewer.enrolledCount > 0, sessions, settings, status, billing }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function Account({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { role, enrolled, sessions, settings, status, billing } = loaderData
  const { email, hasPassword, newEmail } = status
  return (
    <Container width="text">
      <PageMeta title={t`Account`} />
      <PageHeader
        title={t`Account`}
        text={t`How you sign in, what we tell you, and what becomes of your data.`}
        back={paths.profile}
      />
      <AccountSection id="email" title={t`Email address`}>
        <EmailForm email={email} hasPassword={hasPassword} waiting={newEmail?.email ?? null} />
      </AccountSection>
      <AccountSection id="password" title={t`Password`}>
        {hasPassword ? (
          <PasswordForm email={email} />
        ) : (
          <p>
            <Trans>
              You sign in without a password.{' '}
              <ButtonLink to={paths.forgotPassword} variant="link">
                Set one by mail
              </ButtonLink>
            </Trans>
          </p>
        )}
      </AccountSection>
      <AccountSection
        id="sessions"
        title={t`Where you are signed in`}
        text={t`If you do not recognise one of these, log it out and change your password.`}
        plain
      >
        <SessionList sessions={sessions} />
      </AccountSection>
      <AccountSection
        id="notifications"
        title={t`Notifications`}
        text={t`Each switch is saved at once. Every mail has a link that ends mails of its kind.`}
      >
        <NotificationSettings settings={settings} role={role} enrolled={enrolled} />
      </AccountSection>
      {role === 'student' && (
        <AccountSection
          id="billing"
          title={t`Billing details`}
          text={t`What your invoices and receipts say. Those that you have stay as they are.`}
        >
          <BillingForm details={billing} />
        </AccountSection>
      )}
      <AccountSection id="data" title={t`Your data`}>
        <DataDownload />
      </AccountSection>
      <AccountSection id="delete" title={t`Delete your account`}>
        <DeleteAccount role={role} hasPassword={hasPassword} leave={leaveAccount} />
      </AccountSection>
    </Container>
  )
}
