import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { paths } from '#lib/paths.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { notConfirmed, useConfirmation } from './security/use-confirmation.tsx'

const empty = { password: '' }

/** Form that replaces the password of the account, after a confirmation. Anyone who cannot confirm gets one by mail. */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useLingui()
  const form = useForm(empty)
  const { revalidate } = useRevalidator()
  const { confirmed, dialog } = useConfirmation()
  const [busy, setBusy] = useState(false)
  // sent by the script alone
  const ready = useHydrated()

  async function change(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const changed = await confirmed(() => browserApi(calls.accounts.changePassword, { body: form.values }))
      if (changed !== notConfirmed) {
        form.reset()
        toast.success(changed.message)
        // the list of sessions is shorter now
        await revalidate()
      }
    } catch (error) {
      toast.error(form.fail(error))
    }
    setBusy(false)
  }

  return (
    // "post": a password must never be part of an address
    <form ref={form.ref} method="post" onSubmit={change} noValidate className="grid gap-5">
      {/* password managers read the account from it */}
      <input
        type="email"
        value={email}
        readOnly
        autoComplete="username"
        aria-hidden="true"
        tabIndex={-1}
        className="sr-only"
      />
      <Field label={t`New password`} hint={t`At least 8 characters`} error={form.errors.password}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          value={form.values.password}
          onChange={({ target }) => form.set('password', target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={busy} disabled={!ready}>
          <Trans>Change password</Trans>
        </Button>
        <ButtonLink to={paths.forgotPassword} variant="link">
          <Trans>Forget your password?</Trans>
        </ButtonLink>
      </div>
      {dialog}
    </form>
  )
}
