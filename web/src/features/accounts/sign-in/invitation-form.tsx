import { useLingui } from '@lingui/react/macro'
import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useForm } from '#lib/forms/use-form.ts'
import type { Failure } from '#lib/text/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { ErrorNotice } from '#ui/notice.tsx'

/** Fields that a link asks for. */
export type InvitationRequest = ReplyOf<typeof calls.invitations.read>
type Accepted = ReplyOf<typeof calls.invitations.accept>

type Props = { token: string; request: InvitationRequest; onAccepted: (answer: Accepted) => void }

/** Form for name, address and password of a future admin; or for the password only, when it was chosen before. */
export function InvitationForm({ token, request, onAccepted }: Props) {
  const { t } = useLingui()
  const form = useForm<Record<never, string>, 'name' | 'email' | 'password'>({})
  const { errors } = form
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const confirming = request.step === 'confirm'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const entered = new FormData(event.currentTarget)
    const text = (name: string) => String(entered.get(name) ?? '')
    setBusy(true)
    try {
      const answer = await browserApi(calls.invitations.accept, {
        body: {
          token,
          password: text('password'),
          ...(!confirming && { name: text('name') }),
          ...(request.email === null && { email: text('email') }),
        },
      })
      onAccepted(answer)
    } catch (error) {
      const failed = form.fail(error)
      setProblem(Object.keys(failed.errors).length > 0 ? null : failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} method="post" onSubmit={submit} noValidate className="grid gap-5">
      <ErrorNotice said={problem} />
      {!confirming && (
        <Field label={t`Name`} error={errors.name}>
          <Input name="name" autoComplete="name" maxLength={100} required />
        </Field>
      )}
      <Field
        label={t`Email`}
        error={errors.email}
        {...(request.mailFollows && { hint: t`We send you a mail to see that it is yours` })}
      >
        <Input
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          {...(request.email !== null && { defaultValue: request.email, readOnly: true })}
        />
      </Field>
      <Field label={t`Password`} error={errors.password} {...(!confirming && { hint: t`At least 8 characters` })}>
        <PasswordInput name="password" autoComplete={confirming ? 'current-password' : 'new-password'} required />
      </Field>
      <Button type="submit" size="lg" block busy={busy} className="mt-1">
        {confirming ? t`Confirm` : request.mailFollows ? t`Continue` : t`Become an admin`}
      </Button>
    </form>
  )
}
