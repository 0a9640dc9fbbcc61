import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf, type Session } from '@virtual-courses/contract'
import { Link, useSearchParams } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AccountSection } from '#features/accounts/account-section.tsx'
import { PasswordForm } from '#features/accounts/password-form.tsx'
import { SecondStepSettings } from '#features/accounts/security/second-step.tsx'
import { SessionList } from '#features/accounts/session-list.tsx'
import { safeNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/security.ts'

type Data = {
  advised: boolean
  sessions: Session[]
  status: ReplyOf<typeof calls.ownAccount.status>
  factors: ReplyOf<typeof calls.factors.list>
}

const load = guarded<unknown, Data>('signedIn', async ({ api, viewer }) => {
  const [{ sessions }, status, factors] = await Promise.all([
    api(calls.accounts.sessions),
    api(calls.ownAccount.status),
    api(calls.factors.list),
  ])
  return { advised: viewer.role !== 'student', sessions, status, factors }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function AccountSecurity({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { advised, sessions, status, factors } = loaderData
  const [query] = useSearchParams()
  const next = safeNext(query.get('next'))
  const isSafe = factors.passkeys.length > 0 || factors.app !== null
  return (
    <>
      <PageMeta title={t`Security`} />
      {isSafe && next !== '/' && (
        <Notice tone="success" className="mb-6">
          <Trans>
            Your second step is set up.{' '}
            <Link to={next} className="font-semibold underline underline-offset-4">
              Go on to the page that you came for
            </Link>
          </Trans>
        </Notice>
      )}
      <AccountSection
        id="second-step"
        title={t`Passkeys and second step`}
        text={t`With one of these, no one who finds out your password can sign in.`}
        plain
      >
        <SecondStepSettings factors={factors} advised={advised} />
      </AccountSection>
      <AccountSection id="password" title={t`Password`}>
        {status.hasPassword ? (
          <PasswordForm email={status.email} />
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
    </>
  )
}
