import { Trans, useLingui } from '@lingui/react/macro'
import { accountCodeLength, api as calls, type ReplyOf } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { DigitsInput } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import { OutboxNotice } from '../sign-in/outbox-notice.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { RecoveryCodes, RecoveryCodesDialog } from './recovery-codes.tsx'

type Props = {
  factors: ReplyOf<typeof calls.factors.list>
  /** what the account can do is worth a second step */
  advised: boolean
}

/** Passkeys, authenticator app and recovery codes of the account. */
export function SecondStepSettings({ factors, advised }: Props) {
  const { t } = useLingui()
  const { passkeys, app, recoveryCodesLeft, demanded, addressProven } = factors
  const [codes, setCodes] = useState<string[] | null>(null)
  /** id of the part that brought them */
  const [part, setPart] = useState('passkeys')
  const showFrom = (from: string) => (made: string[]) => {
    setPart(from)
    setCodes(made)
  }
  const count = passkeys.length + (app ? 1 : 0)
  const shown = addressProven || count > 0
  const wasShown = useRef(shown)
  useEffect(() => {
    // the form that proved the address is gone, with the focus
    if (shown && !wasShown.current && document.activeElement === document.body)
      document.getElementById('passkeys')?.focus()
    wasShown.current = shown
  }, [shown])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {count === 0 && (demanded || advised) && (
        <Notice tone="warning">
          {demanded
            ? t`This site asks your account for a second step. Add a passkey or an authenticator app; until then some of your pages lead here.`
            : t`Your account can move money. A second step keeps out those who find out your password.`}
        </Notice>
      )}
      {shown ? (
        <>
          <Part
            id="passkeys"
            title={t`Passkeys`}
            text={t`Sign in with your fingerprint, your face or the PIN of a device, without a password.`}
          >
            <PasskeyList passkeys={passkeys} last={count === 1} onCodes={showFrom('passkeys')} />
          </Part>
          <Part
            id="authenticator-app"
            title={t`Authenticator app`}
            text={t`An app on your phone shows six digits that change every half minute.`}
          >
            <AuthenticatorApp app={app} last={count === 1} onCodes={showFrom('authenticator-app')} />
          </Part>
          {count > 0 && (
            <Part id="recovery-codes" title={t`Recovery codes`} text={t`For the day when you have neither at hand.`}>
              <RecoveryCodes left={recoveryCodesLeft} onCodes={showFrom('recovery-codes')} />
            </Part>
          )}
        </>
      ) : (
        <Card>
          <ProveAddress />
        </Card>
      )}
      <RecoveryCodesDialog
        codes={codes}
        // the dialog or the form that brought them is gone
        returnTo={`#${part}`}
        onClose={() => setCodes(null)}
      />
    </div>
  )
}

const Part = ({ id, title, text, children }: { id: string; title: string; text: string; children: Slot }) => (
  <Card>
    <h3 id={id} tabIndex={-1} className="text-lg font-semibold">
      {title}
    </h3>
    <p className="mt-1 mb-4 max-w-prose text-muted">{text}</p>
    {children}
  </Card>
)

/** Shows that the address is the owner's, before the first factor: what is lost is found again only by who they are. */
function ProveAddress() {
  const { t } = useLingui()
  const form = useForm({ ownerCode: '' })
  const { outbox } = useSettings()
  const { revalidate } = useRevalidator()
  const ready = useHydrated()
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      toast.success((await browserApi(calls.ownAccount.sendOwnerCode)).message)
      setSent(true)
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }
  async function prove(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      toast.success((await browserApi(calls.factors.proveAddress, { body: form.values })).message)
      await revalidate()
    } catch (error) {
      const failed = form.fail(error)
      if (Object.keys(failed.errors).length === 0) toast.error(failed)
    }
    setBusy(false)
  }

  return (
    <form ref={form.ref} method="post" onSubmit={prove} noValidate className="grid gap-5">
      <p className="max-w-prose">
        <Trans>
          Passkeys and authenticator apps need an address that is yours. We mail you a code; type it here, once.
        </Trans>
      </p>
      {sent && (
        <>
          <Field label={t`Code from your mail`} error={form.errors.ownerCode}>
            <DigitsInput
              name="ownerCode"
              digits={accountCodeLength}
              value={form.values.ownerCode}
              onChange={({ target }) => form.set('ownerCode', target.value)}
            />
          </Field>
          {outbox && <OutboxNotice />}
        </>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        {sent && (
          <Button type="submit" busy={busy}>
            <Trans>Confirm my address</Trans>
          </Button>
        )}
        <Button variant={sent ? 'link' : 'primary'} busy={busy && !sent} disabled={!ready} onClick={send}>
          {sent ? <Trans>Mail me another code</Trans> : <Trans>Mail me a code</Trans>}
        </Button>
      </div>
    </form>
  )
}
