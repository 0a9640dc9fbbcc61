import { t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError, api as calls, isolate } from '@virtual-courses/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, Link, redirect, useNavigation } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '#app/actions.ts'
import { signIn } from '#app/sign-in.ts'
import { AuthPage } from '#features/accounts/sign-in/auth-page.tsx'
import { GoogleSignIn } from '#features/accounts/sign-in/google-sign-in.tsx'
import { LookAround } from '#features/accounts/sign-in/look-around.tsx'
import { PasskeySignIn } from '#features/accounts/sign-in/passkey-sign-in.tsx'
import { useFocusOnError } from '#features/accounts/sign-in/use-focus-on-error.ts'
import { safeNext, useNext, withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { useSettings } from '#lib/session/root-data.ts'
import { toViewer } from '#lib/session/session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Route } from './+types/login.ts'

type Props = {
  /** The server's messages by field; null before the first answer. */
  errors: Record<string, string> | null
  /** Link below the password, for a forgotten one. */
  forgotPasswordLink: ReactNode
}

/** Form for email and password. */
function LoginForm({ errors, forgotPasswordLink }: Props) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  useFocusOnError(form, errors)
  const busy = useNavigation().state !== 'idle'
  return (
    // "post" works without a script too: a password must never be part of an address
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <Field label={t`Email`} error={errors?.email}>
        <Input name="email" type="email" autoComplete="email webauthn" inputMode="email" required />
      </Field>
      <Field label={t`Password`} error={errors?.password}>
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      {/* after the field, so that Tab moves from the address to the password */}
      <div className="-mt-3 text-end">{forgotPasswordLink}</div>
      <Button type="submit" size="lg" block busy={busy} className="-mt-1">
        <Trans>Login</Trans>
      </Button>
    </Form>
  )
}

async function submit({ api, form, url }: Submission): Promise<Response> {
  const next = safeNext(url.searchParams.get('next'))
  const body = { email: String(form.get('email') ?? ''), password: String(form.get('password') ?? '') }
  const user = await api(calls.accounts.login, { body }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'second_step_needed') throw error
    throw redirect(withNext('/login/second-step', next))
  })
  await signIn(toViewer(user))
  if (typeof document !== 'undefined') toast.success(say`Login Successfully`)
  return redirect(next)
}

export const action = onServerSubmit(submit)
export const clientAction = inBrowserSubmit(submit)

export default function Login({ actionData: refused }: Route.ComponentProps) {
  const { t } = useLingui()
  const next = useNext()
  const { google, siteName } = useSettings()
  useEffect(() => {
    if (refused) toast.error(refused.message)
  }, [refused])
  return (
    <AuthPage
      title={t`Login`}
      text={t`Welcome back. Your courses are waiting.`}
      other={
        <>
          <span>
            <Trans>New here?</Trans>{' '}
          </span>
          <Link to={withNext('/signup', next)} className="py-1 font-semibold text-link underline underline-offset-4">
            <Trans>Create an account</Trans>
          </Link>
          <LookAround next={next} />
        </>
      }
    >
      <PageMeta title={t`Login`} description={t`Sign in to ${{ siteName: isolate(siteName) }}.`} />
      <LoginForm
        errors={refused?.fields ?? null}
        forgotPasswordLink={
          <Link
            to={withNext('/forgotpassword', next)}
            className="inline-flex min-h-8 items-center text-sm font-medium text-link underline-offset-4 hover:underline"
          >
            <Trans>Forget your password?</Trans>
          </Link>
        }
      />
      <PasskeySignIn next={next} signIn={async (user) => signIn(toViewer(user))} />
      <GoogleSignIn mode={google} next={next} signupRole={null} />
    </AuthPage>
  )
}
