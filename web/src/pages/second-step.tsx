import { t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  authenticatorCodeLength,
  api as calls,
  type ReplyOf,
  type SecondStep,
} from '@virtual-courses/contract'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Form, redirect, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '#app/actions.ts'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { signIn } from '#app/sign-in.ts'
import { askPasskey, PasskeyCanceled, usePasskeySupport } from '#features/accounts/security/passkey-client.ts'
import { AuthPage } from '#features/accounts/sign-in/auth-page.tsx'
import { BackToLogin } from '#features/accounts/sign-in/back-to-login.tsx'
import { browserApi } from '#lib/api.ts'
import { safeNext, useNext, withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { toViewer } from '#lib/session/session.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { DigitsInput, Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Route } from './+types/second-step.ts'

type Data = { step: ReplyOf<typeof calls.signIn.secondStep> }

/** Reads how the login of this browser goes on; without a first step, it begins again. */
async function load({ api, url }: Reading): Promise<Data> {
  try {
    return { step: await api(calls.signIn.secondStep) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'sign_in_expired') throw error
    throw redirect(withNext('/login', safeNext(url.searchParams.get('next'))))
  }
}

export const loader = onServer(load)
export const clientLoader = inBrowser(load, { alwaysRead: true })

async function submit({ api, form, url }: Submission): Promise<Response> {
  const text = (name: string) => String(form.get(name) ?? '')
  const body: SecondStep = form.has('recoveryCode') ? { recoveryCode: text('recoveryCode') } : { code: text('code') }
  const user = await api(calls.signIn.finish, { body })
  await signIn(toViewer(user))
  if (typeof document !== 'undefined') toast.success(say`Login Successfully`)
  return redirect(safeNext(url.searchParams.get('next')))
}

export const action = onServerSubmit(submit)
export const clientAction = inBrowserSubmit(submit)

/** The step is read once: reading it again would undo the challenge that a passkey is answering. */
export const shouldRevalidate = () => false

type Way = 'app' | 'recovery'

export default function SecondStepPage({ loaderData: { step }, actionData: refused }: Route.ComponentProps) {
  const { t } = useLingui()
  const next = useNext()
  const busy = useNavigation().state !== 'idle'
  const { ways } = step
  const typed = ways.filter((way) => way !== 'passkey')
  const [way, setWay] = useState<Way | undefined>(typed[0])
  useEffect(() => {
    if (refused) toast.error(refused.message)
  }, [refused])
  return (
    <AuthPage
      title={t`Second step`}
      text={t`The first step is done. Show now that it is you.`}
      other={<BackToLogin next={next} />}
    >
      <PageMeta title={t`Second step`} />
      <div className="grid gap-6">
        {ways.includes('passkey') && <PasskeyStep next={next} alone={way === undefined} />}
        {way && (
          <Form method="post" noValidate className="grid gap-5">
            {way === 'app' ? (
              <Field
                label={t`Code of your authenticator app`}
                hint={t`Six digits, which change every half minute.`}
                error={refused?.fields.code}
              >
                <DigitsInput key="code" name="code" digits={authenticatorCodeLength} required />
              </Field>
            ) : (
              <Field
                label={t`Recovery code`}
                hint={t`One of those that you kept when you set up the second step. It works once.`}
                error={refused?.fields.recoveryCode}
              >
                <Input
                  key="recoveryCode"
                  name="recoveryCode"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={40}
                  required
                />
              </Field>
            )}
            <Button type="submit" size="lg" block busy={busy}>
              <Trans>Login</Trans>
            </Button>
          </Form>
        )}
        {typed.length > 1 && (
          <Button
            variant="link"
            className="justify-self-start"
            onClick={() => setWay(way === 'app' ? 'recovery' : 'app')}
          >
            {way === 'app' ? <Trans>Use a recovery code</Trans> : <Trans>Use the authenticator app</Trans>}
          </Button>
        )}
        <p className="text-sm text-muted">
          <Trans>
            Lost all of them? Write to the support of this site: an administrator can remove the second step once they
            know that it is you.
          </Trans>
        </p>
      </div>
    </AuthPage>
  )
}

/** Button that finishes the login with a passkey. */
function PasskeyStep({ next, alone }: { next: string; alone: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const supported = usePasskeySupport()
  const [busy, setBusy] = useState(false)

  async function finish() {
    setBusy(true)
    try {
      // each press asks for its own challenge, which is answered once
      const { passkey } = await browserApi(calls.signIn.secondStep)
      const answer = await askPasskey(passkey ?? { challenge: '' })
      await signIn(toViewer(await browserApi(calls.signIn.finish, { body: { passkey: answer } })))
      toast.success(t`Login Successfully`)
      // a navigation alone keeps the bar of a visitor
      await revalidate()
      await navigate(next)
    } catch (error) {
      if (!(error instanceof PasskeyCanceled))
        toast.error(failureOf(error, t`This device could not use a passkey here. Please log in another way.`))
    }
    setBusy(false)
  }

  if (!supported && !alone) return null
  return (
    <Button
      size="lg"
      block
      variant={alone ? 'primary' : 'secondary'}
      busy={busy}
      disabled={!supported}
      icon={<KeyRound aria-hidden="true" className="size-5" />}
      onClick={finish}
    >
      <Trans>Use a passkey</Trans>
    </Button>
  )
}
