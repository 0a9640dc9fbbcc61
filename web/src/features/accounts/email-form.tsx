import { Trans, useLingui } from '@lingui/react/macro'
import { accountCodeLength, api as calls } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { session } from '#lib/session/session.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { DigitsInput, Input } from '#ui/form/input.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { notConfirmed, useConfirmation } from './security/use-confirmation.tsx'
import { OutboxNotice } from './sign-in/outbox-notice.tsx'

/** `waiting` is the new address whose code is to be typed. */
type Props = { email: string; waiting: string | null }

/** The address of the account, and the two steps to another one: who asks for it, and who reads its mail. */
export function EmailForm({ email, waiting }: Props) {
  /** asked for another address although a code is on its way */
  const [again, setAgain] = useState(false)
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        <Trans>
          Your address is <strong className="font-semibold">{email}</strong>. You log in with it, and our mails go
          there.
        </Trans>
      </p>
      {waiting !== null && !again ? (
        <ConfirmForm waiting={waiting} onAgain={() => setAgain(true)} />
      ) : (
        <RequestForm onSent={() => setAgain(false)} />
      )}
    </div>
  )
}

function RequestForm({ onSent }: { onSent: () => void }) {
  const { t } = useLingui()
  const form = useForm({ email: '' })
  const { confirmed, dialog } = useConfirmation()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  // sent by the script alone
  const ready = useHydrated()

  async function request(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const sent = await confirmed(() => browserApi(calls.ownAccount.changeEmail, { body: form.values }))
      if (sent !== notConfirmed) {
        form.reset()
        toast.success(sent.message)
        await revalidate()
        onSent()
      }
    } catch (error) {
      toast.error(form.fail(error))
    }
    setBusy(false)
  }

  return (
    // "post": a password must never be part of an address
    <form ref={form.ref} method="post" onSubmit={request} noValidate className="grid gap-5">
      <Field label={t`New email address`} error={form.errors.email}>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          value={form.values.email}
          onChange={({ target }) => form.set('email', target.value)}
        />
      </Field>
      <p className="text-sm text-muted">
        <Trans>
          We mail a code to the new address. When you enter it, all other browsers are signed out, and a Google account
          with the old address no longer signs in here.
        </Trans>
      </p>
      <div>
        <Button type="submit" busy={busy} disabled={!ready}>
          <Trans>Send a code to the new address</Trans>
        </Button>
      </div>
      {dialog}
    </form>
  )
}

function ConfirmForm({ waiting, onAgain }: { waiting: string; onAgain: () => void }) {
  const { t } = useLingui()
  const form = useForm({ code: '' })
  const { outbox } = useSettings()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const ready = useHydrated()

  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { message, email } = await browserApi(calls.ownAccount.confirmEmail, { body: form.values })
      toast.success(message)
      const user = session.data()?.user
      if (user) session.setUser({ ...user, email })
      await revalidate()
    } catch (error) {
      toast.error(form.fail(error))
    }
    setBusy(false)
  }

  return (
    <form ref={form.ref} method="post" onSubmit={confirm} noValidate className="grid gap-5">
      <Field
        label={t`Code of 6 digits`}
        hint={
          <span className="wrap-anywhere">
            <Trans>
              A mail is on its way to <strong className="font-semibold">{waiting}</strong>. Its code is valid for 15
              minutes.
            </Trans>
          </span>
        }
        error={form.errors.code}
      >
        <DigitsInput
          name="code"
          digits={accountCodeLength}
          value={form.values.code}
          onChange={({ target }) => form.set('code', target.value)}
        />
      </Field>
      {outbox && <OutboxNotice />}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={busy} disabled={!ready}>
          <Trans>Change my address</Trans>
        </Button>
        <Button variant="link" onClick={onAgain}>
          <Trans>Use another address or send a new code</Trans>
        </Button>
      </div>
    </form>
  )
}
