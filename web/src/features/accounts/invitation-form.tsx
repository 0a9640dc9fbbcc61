import { api as calls, type ReplyOf } from '@virtual-courses/contract'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { browserApi } from '#lib/api.ts'
import { fieldProblems } from '#lib/field-problems.ts'
import { messageOfError } from '#lib/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

/** What the reader of a link is asked for. */
export type AskedFor = ReplyOf<typeof calls.invitations.read>
type Accepted = ReplyOf<typeof calls.invitations.accept>

type Props = { token: string; asked: AskedFor; onAccepted: (answer: Accepted) => void }

/** Name, address and password of an admin to be; or the password alone, when it was chosen before. */
export function InvitationForm({ token, asked, onAccepted }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const confirming = asked.step === 'confirm'

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
          ...(asked.email === null && { email: text('email') }),
        },
      })
      onAccepted(answer)
    } catch (error) {
      const fields = fieldProblems(error)
      const message = messageOfError(error, 'Something went wrong')
      flushSync(() => setErrors(Object.keys(fields).length > 0 ? fields : { form: message }))
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} method="post" onSubmit={submit} className="grid gap-5">
      {errors.form && <Notice tone="danger">{errors.form}</Notice>}
      {!confirming && (
        <Field label="Name" error={errors.name}>
          <Input name="name" autoComplete="name" maxLength={100} required />
        </Field>
      )}
      <Field
        label="Email"
        error={errors.email}
        {...(asked.mailFollows && { hint: 'We send you a mail to see that it is yours' })}
      >
        <Input
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          {...(asked.email !== null && { defaultValue: asked.email, readOnly: true })}
        />
      </Field>
      <Field label="Password" error={errors.password} {...(!confirming && { hint: 'At least 8 characters' })}>
        <PasswordInput name="password" autoComplete={confirming ? 'current-password' : 'new-password'} required />
      </Field>
      <Button type="submit" size="lg" block busy={busy} className="mt-1">
        {confirming ? 'Confirm' : asked.mailFollows ? 'Continue' : 'Become an admin'}
      </Button>
    </form>
  )
}
