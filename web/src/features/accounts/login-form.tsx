import { Form, useNavigation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'

/** Email and password. `errors` are the server's words about single fields. */
export function LoginForm({ errors }: { errors: Record<string, string> }) {
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
      <Button type="submit" size="lg" block busy={busy} className="mt-1">
        Login
      </Button>
    </Form>
  )
}
