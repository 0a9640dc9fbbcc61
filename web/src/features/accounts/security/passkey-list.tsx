import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, maxPasskeys, type Passkey, type ReplyOf } from '@virtual-courses/contract'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { fieldErrorsOf } from '#lib/forms/use-form.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { AlertDialog, Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { deviceOf } from '../device-name.ts'
import { makePasskey, PasskeyCanceled, PasskeyFailed, usePasskeySupport } from './passkey-client.ts'
import { notConfirmed, useConfirmation } from './use-confirmation.tsx'

type Asked = { kind: 'add'; options: Creation } | { kind: 'rename' | 'remove'; passkey: Passkey }

type Creation = ReplyOf<typeof calls.factors.passkeyOptions>

type Props = {
  passkeys: readonly Passkey[]
  /** the last factor: removing it ends the second step */
  last: boolean
  onCodes: (codes: string[]) => void
}

/** Passkeys of the account: added, named and removed. */
export function PasskeyList({ passkeys, last, onCodes }: Props) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const { confirmed, dialog } = useConfirmation()
  const supported = usePasskeySupport()
  const hydrated = useHydrated()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)

  function open(next: Asked) {
    setError(undefined)
    setName(next.kind === 'rename' ? next.passkey.name : deviceOf(navigator.userAgent, t).name)
    setAsked(next)
  }

  /** Does what was asked for, and shows what became of it. */
  async function run(work: () => Promise<{ message: string } | typeof notConfirmed>) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      const done = await work()
      if (done !== notConfirmed) {
        toast.success(done.message)
        setAsked(null)
        await revalidate()
      }
    } catch (problem) {
      const inField = fieldErrorsOf(problem).name
      if (inField) setError(inField)
      else if (problem instanceof PasskeyFailed)
        toast.error(
          problem.message === 'known'
            ? t`This device has a passkey of this account already`
            : t`This device could not make a passkey. Please try another one.`,
        )
      else if (!(problem instanceof PasskeyCanceled)) toast.error(failureOf(problem, t`Something went wrong`))
    }
    setBusy(false)
  }

  /** Confirms first: what follows a press must be the browser's own dialog, which some open for nothing else. */
  const first = async (next: (options: Creation | null) => void, add: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      const options = await confirmed(async () => (add ? browserApi(calls.factors.passkeyOptions) : null))
      if (options !== notConfirmed) next(options)
    } catch (problem) {
      toast.error(failureOf(problem, t`Something went wrong`))
    }
    setBusy(false)
  }
  async function add(options: Creation) {
    let codes: string[] | null = null
    await run(async () => {
      const passkey = await makePasskey(options)
      const added = await browserApi(calls.factors.addPasskey, { body: { name, passkey } })
      codes = added.recoveryCodes
      return added
    })
    // after this dialog is closed
    if (codes) onCodes(codes)
  }
  const rename = (passkey: Passkey) =>
    run(() => browserApi(calls.factors.renamePasskey, { params: { passkeyId: passkey._id }, body: { name } }))
  const remove = (passkey: Passkey) =>
    run(() => confirmed(() => browserApi(calls.factors.removePasskey, { params: { passkeyId: passkey._id } })))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (asked?.kind === 'add') void add(asked.options)
    else if (asked?.kind === 'rename') void rename(asked.passkey)
  }

  const removing = asked?.kind === 'remove' ? asked.passkey : null
  return (
    <div className="grid gap-5">
      {passkeys.length > 0 && (
        <ul aria-label={t`Passkeys`} className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey._id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0">
              <span className="grid size-11 shrink-0 place-items-center rounded-md bg-tint text-link">
                <KeyRound aria-hidden="true" className="size-5.5" />
              </span>
              <div className="min-w-0 flex-1 basis-52">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
                  <span {...writtenIn()}>{passkey.name}</span>
                  {passkey.synced && (
                    <Badge>
                      <Trans>On several devices</Trans>
                    </Badge>
                  )}
                </p>
                <p className="text-sm text-muted">
                  <span>
                    <Trans>
                      Added <ReaderTime iso={passkey.createdAt} />
                    </Trans>
                  </span>
                  {passkey.lastUsedAt && (
                    <>
                      <span>{' · '}</span>
                      <span>
                        <Trans>
                          Last used <ReaderTime iso={passkey.lastUsedAt} />
                        </Trans>
                      </span>
                    </>
                  )}
                </p>
              </div>
              <div className="flex gap-2 max-sm:ms-15">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t`Rename ${{ name: isolate(passkey.name) }}`}
                  onClick={() => open({ kind: 'rename', passkey })}
                >
                  <Trans>Rename</Trans>
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t`Remove ${{ name: isolate(passkey.name) }}`}
                  onClick={() => first(() => open({ kind: 'remove', passkey }), false)}
                >
                  <Trans>Remove</Trans>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant={passkeys.length > 0 ? 'secondary' : 'primary'}
          disabled={!hydrated || !supported || passkeys.length >= maxPasskeys}
          busy={busy && asked === null}
          onClick={() => first((options) => options && open({ kind: 'add', options }), true)}
        >
          <Trans>Add a passkey</Trans>
        </Button>
        {hydrated && !supported && (
          <p className="mt-2 text-sm text-muted">
            <Trans>This browser has no passkeys here. An authenticator app does the same.</Trans>
          </p>
        )}
      </div>
      <Dialog
        open={asked?.kind === 'add' || asked?.kind === 'rename'}
        onOpenChange={(next) => !next && !busy && setAsked(null)}
        // the question before it is gone
        returnTo="#passkeys"
        title={asked?.kind === 'rename' ? t`Rename this passkey` : t`Add a passkey`}
        {...(asked?.kind === 'add' && {
          text: t`Your device asks for its PIN, your fingerprint or your face. Afterwards your password alone no longer signs in: a passkey does, or the password and a second step.`,
        })}
      >
        <form onSubmit={submit} noValidate className="grid gap-5">
          <Field label={t`Name of the passkey`} hint={t`So that you recognise it in the list.`} error={error}>
            <Input
              name="passkeyName"
              maxLength={60}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Field>
          <div>
            <Button type="submit" busy={busy}>
              {asked?.kind === 'rename' ? <Trans>Save the name</Trans> : <Trans>Continue</Trans>}
            </Button>
          </div>
        </form>
      </Dialog>
      <AlertDialog
        open={removing !== null}
        onOpenChange={(next) => !next && setAsked(null)}
        title={t`Remove this passkey?`}
        text={
          last
            ? t`It no longer signs in here. It is your last second step: your password alone signs in again, and your recovery codes end.`
            : t`It no longer signs in here. Delete it on the device too.`
        }
        confirmLabel={t`Remove the passkey`}
        danger
        busy={busy}
        onConfirm={() => removing && remove(removing)}
      />
      {dialog}
    </div>
  )
}
