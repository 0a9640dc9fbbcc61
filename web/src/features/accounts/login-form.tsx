import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

type Props = {
  /** the server's words about single fields */
  errors: Record<string, string>
  /** below the password: the way for who has forgotten it */
  forgotten: ReactNode
}

/** Email and password. */
export function LoginForm({ errors, forgotten }: Props) {
  const busy = useNavigation().state !== 'idle'
  return (
    // "post" also before the page's script is there: a password must never stand in an address
    <Form method="post" className="grid gap-5">
      <Field label="Email" error={errors.email}>
        <Input name="email" type="email" autoComplete="username" inputMode="email" required />
      </Field>
      <Field label="Password" error={errors.password}>
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      {/* behind the field, so that the keyboard goes from the address to the password */}
      <div className="-mt-3 text-right">{forgotten}</div>
      <Button type="submit" size="lg" block busy={busy} className="-mt-1">
        Login
      </Button>
    </Form>
  )
}
