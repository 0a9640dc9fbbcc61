import { GraduationCap, Presentation, ShieldCheck } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ChoiceGroup } from '#ui/choice-group.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

const roles = [
  { value: 'student', label: 'Student', icon: <GraduationCap aria-hidden="true" /> },
  { value: 'educator', label: 'Educator', icon: <Presentation aria-hidden="true" /> },
  { value: 'admin', label: 'Admin', icon: <ShieldCheck aria-hidden="true" /> },
] as const

/** Name, email, password and role. `errors` are the server's words about single fields. */
export function SignupForm({ errors }: { errors: Record<string, string> }) {
  const busy = useNavigation().state !== 'idle'
  return (
    // "post" also before the page's script is there: a password must never stand in an address
    <Form method="post" className="grid gap-5">
      <Field label="Name" error={errors.name}>
        <Input name="name" autoComplete="name" required />
      </Field>
      <Field label="Email" error={errors.email}>
        <Input name="email" type="email" autoComplete="username" inputMode="email" required />
      </Field>
      <Field label="Password" hint="At least 8 characters" error={errors.password}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <ChoiceGroup legend="I am a" name="role" choices={roles} defaultValue="student" />
      <Button type="submit" size="lg" block busy={busy} className="mt-1">
        Sign Up
      </Button>
    </Form>
  )
}
