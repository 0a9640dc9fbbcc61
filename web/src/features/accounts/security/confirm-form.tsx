import { Trans, useLingui } from '@lingui/react/macro'
import {
  accountCodeLength,
  authenticatorCodeLength,
  type Confirmation,
  api as calls,
  type ReplyOf,
} from '@virtual-courses/contract'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { paths } from '#lib/paths.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { DigitsInput } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { SignedOutNotice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { askPasskey, PasskeyCanceled, usePasskeySupport } from './passkey-client.ts'

type Props = { options: ReplyOf<typeof calls.factors.confirmOptions>; onConfirmed: (until: string) => void }

const empty = { current: '', code: '', ownerCode: '' }

/** The way that is typed: the first that the account has. */
const typedWay = (ways: Props['options']['ways']) => ways.find((way) => way !== 'passkey')

/** Confirms that the owner of the account is there, by a passkey, the password, a code of the app, or a mailed one. */
export function ConfirmForm({ options: { ways, passkey }, onConfirmed }: Props) {
  const { t } = useLingui()
  const form = useForm(empty)
  const [way, setWay] = useState(typedWay(ways))
  const [busy, setBusy] = useState(false)
  const supported = usePasskeySupport()

  async function confirm(body: () => Promise<Confirmation>) {
    if (busy) return
    setBusy(true)
    try {
      const { confirmedUntil } = await browserApi(calls.factors.confirm, { body: await body() })
      onConfirmed(confirmedUntil)
    } catch (error) {
      if (!(error instanceof PasskeyCanceled)) {
        const failed = form.fail(error)
        if (!failed.login && Object.keys(failed.errors).length === 0) toast.error(failed)
      }
      setBusy(false)
    }
  }

  /** A challenge is answered once, so each press asks for its own. */
  async function askForPasskey(): Promise<Confirmation> {
    const fresh = await browserApi(calls.factors.confirmOptions)
    return { passkey: await askPasskey(fresh.passkey ?? { challenge: '' }) }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const { current, code, ownerCode } = form.values
    void confirm(async () => (way === 'password' ? { current } : way === 'app' ? { code } : { ownerCode }))
  }

  async function sendCode() {
    try {
      toast.success((await browserApi(calls.ownAccount.sendOwnerCode)).message)
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
  }

  const otherWay = way === 'password' && ways.includes('app') ? 'app' : way === 'app' && ways.includes('password')
  return (
    <div className="grid gap-5">
      {form.signedOut && <SignedOutNotice login={paths.login} />}
      {passkey && supported && (
        <Button
          variant={way ? 'secondary' : 'primary'}
          block
          busy={busy}
          icon={<KeyRound aria-hidden="true" className="size-4.5" />}
          onClick={() => confirm(askForPasskey)}
        >
          <Trans>Use a passkey</Trans>
        </Button>
      )}
      {way && (
        // "post": a password must never be part of an address
        <form ref={form.ref} method="post" onSubmit={submit} noValidate className="grid gap-5">
          {way === 'password' && (
            <Field label={t`Current password`} error={form.errors.current}>
              <PasswordInput
                name="current"
                autoComplete="current-password"
                value={form.values.current}
                onChange={({ target }) => form.set('current', target.value)}
              />
            </Field>
          )}
          {way === 'app' && (
            <Field label={t`Code of your authenticator app`} error={form.errors.code}>
              <DigitsInput
                name="code"
                digits={authenticatorCodeLength}
                value={form.values.code}
                onChange={({ target }) => form.set('code', target.value)}
              />
            </Field>
          )}
          {way === 'mail' && (
            <Field
              label={t`Code from your mail`}
              hint={t`Your account has no password. A code of 6 digits that we mail you shows that it is you.`}
              error={form.errors.ownerCode}
            >
              <div className="flex flex-wrap gap-3">
                <div className="min-w-[min(10rem,100%)] flex-1">
                  <DigitsInput
                    name="ownerCode"
                    digits={accountCodeLength}
                    value={form.values.ownerCode}
                    onChange={({ target }) => form.set('ownerCode', target.value)}
                  />
                </div>
                <Button variant="secondary" onClick={sendCode}>
                  <Trans>Mail me a code</Trans>
                </Button>
              </div>
            </Field>
          )}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button type="submit" busy={busy}>
              <Trans context="that it is you">Confirm</Trans>
            </Button>
            {otherWay && (
              <Button variant="link" onClick={() => setWay(otherWay === true ? 'password' : otherWay)}>
                {way === 'password' ? <Trans>Use a code instead</Trans> : <Trans>Use the password instead</Trans>}
              </Button>
            )}
          </div>
        </form>
      )}
    </div>
  )
}
