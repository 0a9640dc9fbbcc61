import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { otpLength } from '@virtual-courses/contract'
import { useEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigation, useSubmit } from 'react-router'
import { Button } from '#ui/button.tsx'
import { CodeInput } from '#ui/form/code-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { OutboxNotice } from './outbox-notice.tsx'
import { type ResetProgress, type ResetStep, resendAfter, startOver, storedProgress } from './reset-progress.ts'
import type { ResetAnswer } from './submit-reset-step.ts'
import { useFocusOnError } from './use-focus-on-error.ts'

/** Names of the steps, shown above the form. */
export const resetStepNames: Record<ResetStep, MessageDescriptor> = {
  email: msg`Email`,
  code: msg`Code`,
  password: msg`New password`,
}

/** Returns title and text of a step. */
export function resetTexts(progress: ResetProgress): { title: MessageDescriptor; text: MessageDescriptor } {
  const { email } = progress
  if (progress.step === 'email')
    return {
      title: msg`Forgot password`,
      text: msg`Enter your email address and we will send you a code of 4 digits.`,
    }
  if (progress.step === 'code') {
    return {
      title: msg`Enter the code`,
      text: msg`If ${email} belongs to an account, a code of 4 digits is on its way there. It is valid for 5 minutes, in this browser. The link in the mail works in any browser.`,
    }
  }
  return { title: msg`Choose a new password`, text: msg`For ${email}. You will be logged out everywhere.` }
}

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000))

/** Returns the seconds until a moment (milliseconds), counted down; 0 before hydration. */
function useSecondsLeft(moment: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    setLeft(secondsUntil(moment))
    const timer = setInterval(() => {
      const now = secondsUntil(moment)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}

/** Requests another code, after a delay: the mail may still arrive. `since` is when it was sent, in milliseconds. */
function ResendCode({ since, busy, onSend }: { since: number; busy: boolean; onSend: () => void }) {
  const { t } = useLingui()
  const left = useSecondsLeft(since + resendAfter)
  return (
    <Button
      type="submit"
      name="intent"
      value="send"
      formNoValidate
      variant="link"
      busy={busy}
      // not `disabled`, so that the button keeps the focus when the delay starts again
      aria-disabled={left > 0 || undefined}
      onClick={(event) => (left > 0 ? event.preventDefault() : onSend())}
    >
      <span>
        <Trans>Send a new code</Trans>
      </span>
      {left > 0 && (
        // hidden: screen readers would read a changing name every second
        <span aria-hidden="true" className="tabular">
          {t`in ${left} s`}
        </span>
      )}
    </Button>
  )
}

type Props = {
  progress: ResetProgress
  answer: ResetAnswer | undefined
  /** Mails of this server are shown at /dev/outbox. */
  outbox: boolean
}

/** Fields and buttons of one step. A button's `intent` names its action; see `submitResetStep`. */
export function ResetForm({ progress, answer, outbox }: Props) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const { state, formData } = useNavigation()
  const intent = state === 'idle' ? null : (formData?.get('intent') ?? null)
  /** the message of a field: the server's, or one of ours */
  const errorOf = (field: string) => {
    const message = answer?.fields[field]
    return typeof message === 'object' ? t(message) : message
  }
  const { step, email } = progress
  // the field is emptied by the press for another code: that one may be typed before the answer is here
  const [asked, setAsked] = useState(0)

  useFocusOnError(form, answer && !answer.ok ? answer : null)

  return (
    // "post" works without a script too: a password must never be part of an address
    <Form ref={form} key={step} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="step" value={step} />
      {step !== 'email' && (
        <>
          <input type="hidden" name="since" value={progress.since} />
          {/* not `type="hidden"`: password managers read the account from it */}
          <input
            type="email"
            name="email"
            value={email}
            readOnly
            autoComplete="email"
            aria-hidden="true"
            tabIndex={-1}
            className="sr-only"
          />
        </>
      )}
      {step === 'email' && (
        <>
          <Field label={t`Email`} error={errorOf('email')}>
            <Input
              key={email}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              defaultValue={email}
              required
            />
          </Field>
          <Button type="submit" name="intent" value="send" size="lg" block busy={intent !== null} className="mt-1">
            <Trans>Send OTP</Trans>
          </Button>
        </>
      )}
      {step === 'code' && (
        <>
          <Field label={t`4-digit code`} error={errorOf('otp')}>
            <CodeInput key={asked} name="otp" length={otpLength} required />
          </Field>
          {outbox && <OutboxNotice />}
          <Button
            type="submit"
            name="intent"
            value="verify"
            size="lg"
            block
            busy={intent === 'verify'}
            className="mt-1"
          >
            <Trans>Verify OTP</Trans>
          </Button>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <ResendCode since={progress.since} busy={intent === 'send'} onSend={() => setAsked(asked + 1)} />
            <Button type="submit" name="intent" value="restart" formNoValidate variant="link">
              <Trans>Use another email</Trans>
            </Button>
          </div>
        </>
      )}
      {step === 'password' && (
        <>
          <Field label={t`New password`} hint={t`At least 8 characters`} error={errorOf('password')}>
            <PasswordInput name="password" autoComplete="new-password" required />
          </Field>
          <Field label={t`Confirm password`} error={errorOf('confirmation')}>
            <PasswordInput name="confirmation" autoComplete="new-password" required />
          </Field>
          <Button type="submit" name="intent" value="reset" size="lg" block busy={intent !== null} className="mt-1">
            <Trans>Reset Password</Trans>
          </Button>
        </>
      )}
    </Form>
  )
}

/** Returns the step to show: of the last answer, or of this tab before a reload. */
export function useResetProgress(answer: ResetAnswer | undefined): ResetProgress {
  const [restored, setRestored] = useState<ResetProgress | null>(null)
  useEffect(() => {
    if (answer?.progress) storedProgress.write(answer.progress)
    else setRestored(storedProgress.read())
  }, [answer])
  return answer?.progress ?? restored ?? startOver()
}

/**
 * Verifies the link of a mail that opened the page. Its token is in the fragment, which browsers never send to a server, and is
 * removed from the address at once.
 */
export function useMailedLink(): void {
  const { hash } = useLocation()
  const submit = useSubmit()
  useEffect(() => {
    const token = /^#([a-p]{64})$/.exec(hash)?.[1]
    if (!token || location.hash !== hash) return
    const action = location.pathname + location.search
    history.replaceState(history.state, '', action)
    // without `action` the router would restore the fragment
    void submit({ intent: 'link', token }, { method: 'post', action, replace: true })
  }, [hash, submit])
}
