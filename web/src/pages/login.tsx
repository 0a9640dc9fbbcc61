import { api as calls } from '@virtual-courses/contract'
import { useEffect } from 'react'
import { Link, redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '#app/actions.ts'
import { AuthPage } from '#features/accounts/auth-page.tsx'
import { GoogleSignIn } from '#features/accounts/google-sign-in.tsx'
import { LoginForm } from '#features/accounts/login-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { useSettings } from '#lib/root-data.ts'
import { safeNext, withNext } from '#lib/safe-next.ts'
import { session } from '#lib/session.ts'
import { useNext } from '#lib/use-next.ts'
import { toast } from '#ui/toast.ts'
import type { Route } from './+types/login.ts'

async function submit({ api, form, url }: Submission): Promise<Response> {
  const user = await api(calls.accounts.login, {
    body: { email: String(form.get('email') ?? ''), password: String(form.get('password') ?? '') },
  })
  session.setUser(user)
  if (typeof document !== 'undefined') toast.success('Login Successfully')
  return redirect(safeNext(url.searchParams.get('next')))
}

export const action = onServerSubmit(submit)
export const clientAction = inBrowserSubmit(submit)

export default function Login({ actionData: refused }: Route.ComponentProps) {
  const next = useNext()
  const { google, siteName } = useSettings()
  useEffect(() => {
    if (refused) toast.error(refused.message)
  }, [refused])
  return (
    <AuthPage
      title="Login"
      text="Welcome back. Your courses are waiting."
      other={
        <>
          New here?{' '}
          <Link to={withNext('/signup', next)} className="font-semibold text-link underline underline-offset-4">
            Create an account
          </Link>
        </>
      }
    >
      <PageMeta title="Login" description={`Sign in to ${siteName}.`} />
      <LoginForm
        errors={refused?.fields ?? {}}
        forgotten={
          <Link
            to={withNext('/forgotpassword', next)}
            className="inline-flex min-h-8 items-center text-sm font-medium text-link underline-offset-4 hover:underline"
          >
            Forget your password?
          </Link>
        }
      />
      <GoogleSignIn mode={google} next={next} signupRole={null} />
    </AuthPage>
  )
}
