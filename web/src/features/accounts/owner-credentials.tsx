import { Trans, useLingui } from '@lingui/react/macro'
import { accountCodeLength, api as calls } from '@virtual-courses/contract'
import { useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Values of the fields with which a form proves the owner of the account; a form has both and shows one. */
export const emptyCredentials = { current: '', ownerCode: '' }

type Props = {
  hasPassword: boolean
  value: typeof emptyCredentials
  errors: { current?: string | undefined; ownerCode?: string | undefined }
  onChange: (name: keyof typeof emptyCredentials, value: string) => void
}

/** Asks for the current password or, where the account has none, for a code that is mailed to its address. */
export function OwnerCredentials({ hasPassword, value, errors, onChange }: Props) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    try {
      toast.success((await browserApi(calls.ownAccount.sendOwnerCode)).message)
    } catch (error) {
      toast.error(messageOfError(error, t`Something went wrong`))
    }
    setBusy(false)
  }

  if (hasPassword)
    return (
      <Field label={t`Current password`} error={errors.current}>
        <PasswordInput
          name="current"
          autoComplete="current-password"
          value={value.current}
          onChange={({ target }) => onChange('current', target.value)}
        />
      </Field>
    )
  return (
    <Field
      label={t`Code from your mail`}
      hint={t`Your account has no password. A code of 6 digits that we mail you shows that it is you.`}
      error={errors.ownerCode}
    >
      <div className="flex flex-wrap gap-3">
        <div className="min-w-40 flex-1">
          <Input
            name="ownerCode"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={accountCodeLength + 2}
            value={value.ownerCode}
            onChange={({ target }) => onChange('ownerCode', target.value)}
          />
        </div>
        <Button variant="secondary" busy={busy} onClick={send}>
          <Trans>Mail me a code</Trans>
        </Button>
      </div>
    </Field>
  )
}
