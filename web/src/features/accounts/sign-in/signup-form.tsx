import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Role } from '@virtual-courses/contract'
import { GraduationCap, Presentation, ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/form/choice-group.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import type { Slot } from '#ui/slot.ts'
import { useFocusOnError } from './use-focus-on-error.ts'

const roles = [
  { value: 'student', label: msg`Student`, icon: <GraduationCap aria-hidden="true" /> },
  { value: 'educator', label: msg`Educator`, icon: <Presentation aria-hidden="true" /> },
  { value: 'admin', label: msg`Admin`, icon: <ShieldCheck aria-hidden="true" /> },
] as const

type Props = {
  /** The server's messages by field; null before the first answer. */
  errors: Record<string, string> | null
  /** Receives the chosen role on hydration and with each change. */
  onRole: (role: Role) => void
  /** version of the texts that the note says one agrees to */
  agreement: string
  note: Slot
}

/** Form for name, email, password and role. */
export function SignupForm({ errors, onRole, agreement, note }: Props) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // the role may have been chosen before hydration
    const chosen = form.current && new FormData(form.current).get('role')
    const role = roles.find(({ value }) => value === chosen)
    if (role) onRole(role.value)
  }, [onRole])
  useFocusOnError(form, errors)
  const busy = useNavigation().state !== 'idle'
  return (
    // "post" works without a script too: a password must never be part of an address
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <Field label={t`Name`} error={errors?.name}>
        <Input name="name" autoComplete="name" required />
      </Field>
      <Field label={t`Email`} error={errors?.email}>
        <Input name="email" type="email" autoComplete="email" inputMode="email" required />
      </Field>
      <Field label={t`Password`} hint={t`At least 8 characters`} error={errors?.password}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <ChoiceGroup
        legend={t`I am a`}
        name="role"
        choices={roles.map(({ label, ...role }) => ({ ...role, label: t(label) }))}
        defaultValue="student"
        onChange={onRole}
      />
      <input type="hidden" name="agreed" value={agreement} />
      <div className="grid gap-3">
        <Button type="submit" size="lg" block busy={busy} className="mt-1">
          <Trans>Sign Up</Trans>
        </Button>
        {note}
      </div>
    </Form>
  )
}
