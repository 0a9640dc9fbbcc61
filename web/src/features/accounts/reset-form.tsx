import { otpLength } from '@virtual-courses/contract'
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useSecondsLeft } from '#lib/use-seconds-left.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/code-input.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { type ResetProgress, resendAfter } from './reset-progress.ts'
import type { ResetAnswer } from './take-reset-step.ts'

/** Asks for another code, after a moment: the first one may still be on its way. `since` is when it was sent, in milliseconds. */
function ResendCode({ since, busy }: { since: number; busy: boolean }) {
  const left = useSecondsLeft(since + resendAfter)
  return (
    <Button
      type="submit"
      name="intent"
      value="send"
      formNoValidate
      variant="link"
      busy={busy}
      // not `disabled`: the focus stays where it is when the wait begins again
      aria-disabled={left > 0 || undefined}
      onClick={(event) => left > 0 && event.preventDefault()}
    >
      Send a new code
      {left > 0 && (
        // a name that changes every second would be read aloud every second
        <span aria-hidden="true" className="tabular">
          in {left} s
        </span>
      )}
    </Button>
  )
}

type Props = {
  progress: ResetProgress
  answer: ResetAnswer | undefined
  /** mails of this server are read at /dev/outbox */
  outbox: boolean
}

/** The fields and the button of one step. The button's `intent` says what is asked for; see `takeResetStep`. */
export function ResetForm({ progress, answer, outbox }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { state, formData } = useNavigation()
  const asked = state === 'idle' ? null : (formData?.get('intent') ?? null)
  const errors = answer?.fields ?? {}
  const { step, email } = progress

  useEffect(() => {
    if (!answer || answer.ok) return
    const wrong = form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')
    wrong?.focus()
    // what is typed next takes the place of what was wrong
    wrong?.select()
  }, [answer])

  return (
    // "post" also before the page's script is there: a password must never stand in an address
    <Form ref={form} key={step} method="post" className="grid gap-5">
      <input type="hidden" name="step" value={step} />
      {step !== 'email' && (
        <>
          <input type="hidden" name="since" value={progress.since} />
          {/* not of the hidden kind: password managers read here whose password it is */}
          <input
            type="email"
            name="email"
            value={email}
            readOnly
            autoComplete="username"
            aria-hidden="true"
            tabIndex={-1}
            className="sr-only"
          />
        </>
      )}
      {step === 'email' && (
        <>
          <Field label="Email" error={errors.email}>
            <Input
              key={email}
              name="email"
              type="email"
              autoComplete="username"
              inputMode="email"
              defaultValue={email}
              required
            />
          </Field>
          <Button type="submit" name="intent" value="send" size="lg" block busy={asked !== null} className="mt-1">
            Send OTP
          </Button>
        </>
      )}
      {step === 'code' && (
        <>
          <Field label="4-digit code" error={errors.otp}>
            <CodeInput key={progress.since} name="otp" length={otpLength} required />
          </Field>
          {outbox && (
            <Notice className="text-sm">
              This demo keeps its mail in the{' '}
              <a
                href="/dev/outbox"
                target="_blank"
                rel="noreferrer"
                className="font-semibold underline underline-offset-4"
              >
                outbox
              </a>
              .
            </Notice>
          )}
          <Button type="submit" name="intent" value="verify" size="lg" block busy={asked === 'verify'} className="mt-1">
            Verify OTP
          </Button>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <ResendCode since={progress.since} busy={asked === 'send'} />
            <Button type="submit" name="intent" value="restart" formNoValidate variant="link">
              Use another email
            </Button>
          </div>
        </>
      )}
      {step === 'password' && (
        <>
          <Field label="New password" hint="At least 8 characters" error={errors.password}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
          <Field label="Confirm password" error={errors.confirmation}>
            <PasswordInput name="confirmation" autoComplete="new-password" required />
          </Field>
          <Button type="submit" name="intent" value="reset" size="lg" block busy={asked !== null} className="mt-1">
            Reset Password
          </Button>
        </>
      )}
    </Form>
  )
}
