import { Trans, useLingui } from '@lingui/react/macro'
import { authenticatorCodeLength, api as calls, type ReplyOf } from '@virtual-courses/contract'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { DigitsInput } from '#ui/form/input.tsx'
import { AlertDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { notConfirmed, useConfirmation } from './use-confirmation.tsx'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type Begun = ReplyOf<typeof calls.factors.beginApp>

type Props = {
  app: ReplyOf<typeof calls.factors.list>['app']
  /** the last factor: removing it ends the second step */
  last: boolean
  onCodes: (codes: string[]) => void
}

/** The authenticator app of the account: added by a QR code and a first code, replaced and removed. */
export function AuthenticatorApp({ app, last, onCodes }: Props) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const { confirmed, dialog } = useConfirmation()
  const hydrated = useHydrated()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [removing, setRemoving] = useState(false)
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(failureOf(error, t`Something went wrong`))
    }
    setBusy(false)
  }
  const begin = () =>
    run(async () => {
      const made = await confirmed(() => browserApi(calls.factors.beginApp))
      if (made !== notConfirmed) setBegun(made)
    })
  const askToRemove = () =>
    run(async () => {
      if ((await confirmed(async () => null)) !== notConfirmed) setRemoving(true)
    })
  const remove = () =>
    run(async () => {
      const done = await confirmed(() => browserApi(calls.factors.removeApp))
      if (done === notConfirmed) return
      toast.success(done.message)
      setRemoving(false)
      await revalidate()
    })

  return (
    <div className="grid gap-5">
      {app && (
        <p>
          <Trans>
            An app was added <ReaderTime iso={app.addedAt} />.
          </Trans>
        </p>
      )}
      {begun ? (
        <FirstCode
          begun={begun}
          onCancel={() => setBegun(null)}
          onAdded={async (codes) => {
            setBegun(null)
            if (codes) onCodes(codes)
            await revalidate()
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" busy={busy && !removing} disabled={!hydrated} onClick={begin}>
            {app ? <Trans>Use another app</Trans> : <Trans>Add an authenticator app</Trans>}
          </Button>
          {app && (
            <Button variant="secondary" onClick={askToRemove}>
              <Trans>Remove the app</Trans>
            </Button>
          )}
        </div>
      )}
      <AlertDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t`Remove the authenticator app?`}
        text={
          last
            ? t`Its codes no longer work. It is your last second step: your password alone signs in again, and your recovery codes end.`
            : t`Its codes no longer work.`
        }
        confirmLabel={t`Remove the app`}
        danger
        busy={busy}
        onConfirm={remove}
      />
      {dialog}
    </div>
  )
}

type FirstCodeProps = { begun: Begun; onCancel: () => void; onAdded: (codes: string[] | null) => Promise<void> }

/** Shows the secret of a new app, and takes its first code. */
function FirstCode({ begun, onCancel, onAdded }: FirstCodeProps) {
  const { t } = useLingui()
  const form = useForm({ code: '' })
  const [busy, setBusy] = useState(false)

  async function add(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { message, recoveryCodes } = await browserApi(calls.factors.confirmApp, { body: form.values })
      toast.success(message)
      await onAdded(recoveryCodes)
    } catch (error) {
      const failed = form.fail(error)
      if (Object.keys(failed.errors).length === 0) toast.error(failed)
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} method="post" onSubmit={add} noValidate className="grid gap-5">
      <div className="flex flex-wrap items-start gap-6">
        <Suspense fallback={<span className="size-48 rounded-md bg-tint" />}>
          <QrCode text={begun.uri} label={t`QR code for your authenticator app`} />
        </Suspense>
        <div className="min-w-0 flex-1 basis-56">
          <p>
            <Trans>
              Scan the code with an authenticator app on your phone. Then type the six digits that it shows.
            </Trans>
          </p>
          <p className="mt-3 text-sm text-muted">
            <Trans>Without a camera, type this key into the app:</Trans>
          </p>
          <p className="mt-1 font-mono text-sm wrap-anywhere">{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      </div>
      <Field label={t`Code of your authenticator app`} error={form.errors.code}>
        <DigitsInput
          name="code"
          digits={authenticatorCodeLength}
          value={form.values.code}
          onChange={({ target }) => form.set('code', target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={busy}>
          <Trans>Add the app</Trans>
        </Button>
        <Button variant="link" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
