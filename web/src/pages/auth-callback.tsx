import { t as say } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ApiError, api as calls, googleRoles } from '@virtual-courses/contract'
import { useEffect, useRef } from 'react'
import { redirect, useNavigate, useSearchParams, useSubmit } from 'react-router'
import { inBrowserSubmit, type Refused, type Submission } from '#app/actions.ts'
import { signIn } from '#app/sign-in.ts'
import { readCallback, redirectUri, takeSignIn } from '#features/accounts/sign-in/google-redirect.ts'
import { storeUser } from '#lib/browser-storage.ts'
import { nextAfterSignUp, safeNext, withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { useViewer } from '#lib/session/root-data.ts'
import { toViewer } from '#lib/session/session.ts'
import { spokenFailureOf } from '#lib/text/message-of.ts'
import { toast } from '#ui/overlays/toast.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/auth-callback.ts'

/** Runs in the browser only, which keeps the state that belongs to the code. */
async function submit({ api, form }: Submission): Promise<Response | Refused> {
  const role = googleRoles.find((one) => one === form.get('role'))
  const agreed = String(form.get('agreed') ?? '')
  const redirect_uri = redirectUri(location.origin)
  try {
    const { user } = await api(calls.accounts.googleToken, {
      body: {
        code: String(form.get('code')),
        state: String(form.get('state')),
        redirect_uri,
        ...(role && { role }),
        ...(agreed && { agreed }),
      },
    })
    await signIn(toViewer(user))
    storeUser(user)
    toast.success(say`Successfully signed in with Google!`)
    // only the page to sign up names a role; an older account keeps its own
    return redirect(nextAfterSignUp(role && user.role, String(form.get('next'))))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_step_needed')
      return redirect(withNext('/login/second-step', safeNext(String(form.get('next')))))
    return { message: spokenFailureOf(error, say`Failed to exchange code for token`).message, fields: {} }
  }
}

export const clientAction = inBrowserSubmit(submit)

export default function AuthCallback({ actionData: refused }: Route.ComponentProps) {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const viewer = useViewer()
  const send = useSubmit()
  const navigate = useNavigate()
  const next = useRef(paths.home as string)
  const handled = useRef(false)

  useEffect(() => {
    // effects may run twice; a code must be used once
    if (handled.current) return
    handled.current = true
    const { pending, role, agreed } = takeSignIn()
    next.current = pending?.next ?? paths.home
    const callback = readCallback(query, pending)
    if (callback.kind === 'exchange') {
      const form = {
        code: callback.code,
        state: callback.state,
        next: next.current,
        ...(role && { role }),
        ...(agreed && { agreed }),
      }
      void send(form, { method: 'post', replace: true })
    } else if (!pending && viewer) {
      // the callback was handled before: the page was reloaded or opened again
      void navigate(paths.home, { replace: true })
    } else {
      toast.error(t(callback.message))
      void navigate(withNext('/login', next.current), { replace: true })
    }
  }, [query, viewer, send, navigate, t])

  useEffect(() => {
    if (!refused) return
    toast.error(refused.message || t`Authentication failed`)
    void navigate(withNext('/login', next.current), { replace: true })
  }, [refused, navigate, t])

  return (
    <div className="shell grid min-h-[calc(100dvh-var(--spacing-bar))] place-items-center py-section">
      <PageMeta title={t`Signing in`} />
      <h1 className="text-2xl">
        <Spinner label={t`Authenticating with Google...`} className="[&_svg]:text-link" />
      </h1>
    </div>
  )
}
