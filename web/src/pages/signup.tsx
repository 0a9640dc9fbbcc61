import { t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type Role, roles } from '@virtual-courses/contract'
import { useEffect, useState } from 'react'
import { Link, redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '#app/actions.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { AuthPage } from '#features/accounts/sign-in/auth-page.tsx'
import { GoogleSignIn } from '#features/accounts/sign-in/google-sign-in.tsx'
import { LookAround } from '#features/accounts/sign-in/look-around.tsx'
import { SignupForm } from '#features/accounts/sign-in/signup-form.tsx'
import { AgreementNote } from '#lib/agreement-note.tsx'
import { nextAfterSignUp, useNext, withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { renewAgreement, shownAgreement } from '#lib/session/agreement.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { session, toViewer } from '#lib/session/session.ts'
import { toast } from '#ui/overlays/toast.ts'
import type { Route } from './+types/signup.ts'

async function load({ viewer }: Reading): Promise<null> {
  if (viewer) throw redirect(paths.home)
  return null
}

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

async function submit({ api, form, url }: Submission): Promise<Response> {
  const text = (name: string) => String(form.get(name) ?? '')
  // the page's own field is as old as its document
  const agreed = shownAgreement() ?? text('agreed')
  const user = await api(calls.accounts.signup, {
    body: {
      name: text('name'),
      email: text('email'),
      password: text('password'),
      role: roles.find((role) => role === form.get('role')) ?? 'student',
      ...(agreed && { agreed }),
    },
  }).catch(renewAgreement)
  session.setUser(toViewer(user))
  if (typeof document !== 'undefined') toast.success(say`SignUp Successfully`)
  return redirect(nextAfterSignUp(user.role, url.searchParams.get('next')))
}

export const action = onServerSubmit(submit)
export const clientAction = inBrowserSubmit(submit)

export default function Signup({ actionData: refused }: Route.ComponentProps) {
  const { t } = useLingui()
  const next = useNext()
  const { google, siteName, agreement } = useSettings()
  const [role, setRole] = useState<Role>('student')
  useEffect(() => {
    if (refused) toast.error(refused.message)
  }, [refused])
  return (
    <AuthPage
      title={t`Sign Up`}
      text={
        next === paths.home
          ? t`Learn as a student, or teach as an educator. Only an administrator can change that later.`
          : t`Create an account to go on to the page you wanted.`
      }
      other={
        <>
          <span>
            <Trans>Already have an account?</Trans>{' '}
          </span>
          <Link to={withNext('/login', next)} className="py-1 font-semibold text-link underline underline-offset-4">
            <Trans>Login</Trans>
          </Link>
          <LookAround next={next} />
        </>
      }
    >
      <PageMeta
        title={t`Sign Up`}
        description={t`Create your account at ${{ siteName: isolate(siteName) }}: learn, or teach what you know.`}
      />
      <SignupForm
        errors={refused?.fields ?? null}
        onRole={setRole}
        agreement={agreement}
        note={<AgreementNote to="account" className="text-center text-sm" />}
      />
      <GoogleSignIn mode={google} next={next} signupRole={role} />
    </AuthPage>
  )
}
