import { useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { useEffect, useRef } from 'react'
import { data, redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission } from '#app/actions.ts'
import { AuthPage } from '#features/accounts/sign-in/auth-page.tsx'
import { BackToLogin } from '#features/accounts/sign-in/back-to-login.tsx'
import {
  ResetForm,
  resetStepNames,
  resetTexts,
  useMailedLink,
  useResetProgress,
} from '#features/accounts/sign-in/reset-form.tsx'
import { resetSteps, storedProgress } from '#features/accounts/sign-in/reset-progress.ts'
import { submitResetStep } from '#features/accounts/sign-in/submit-reset-step.ts'
import { safeNext, useNext, withNext } from '#lib/navigation/safe-next.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { useSettings } from '#lib/session/root-data.ts'
import { toast } from '#ui/overlays/toast.ts'
import { Steps } from '#ui/steps.tsx'
import type { Route } from './+types/forgot-password.ts'

async function submit({ api, form, url }: Submission) {
  const answer = await submitResetStep(api, form, Date.now())
  if (answer.progress) return data(answer, { status: answer.status })
  if (typeof document !== 'undefined') {
    storedProgress.clear()
    // the last step's message is the server's
    if (typeof answer.message === 'string') toast.success(answer.message)
  }
  return redirect(withNext('/login', safeNext(url.searchParams.get('next'))))
}

export const action = onServerSubmit(submit)
export const clientAction = inBrowserSubmit(submit)

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const answer = actionData && 'progress' in actionData ? actionData : undefined
  const progress = useResetProgress(answer)
  useMailedLink()
  const { outbox, siteName } = useSettings()
  const next = useNext()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(progress.step)

  useEffect(() => {
    if (!answer?.message) return
    const message = typeof answer.message === 'string' ? answer.message : t(answer.message)
    if (answer.ok) toast.success(message)
    else toast.error(message)
  }, [answer, t])
  useEffect(() => {
    if (shown.current === progress.step) return
    shown.current = progress.step
    // a step that is restored after a reload is no change: the page starts at the top like any other
    if (answer) heading.current?.focus()
  }, [progress.step, answer])

  const { title, text } = resetTexts(progress)
  return (
    <AuthPage
      title={t(title)}
      text={t(text)}
      heading={heading}
      head={
        <div className="mb-7">
          <Steps
            label={t`Progress`}
            steps={resetSteps.map((step) => t(resetStepNames[step]))}
            current={resetSteps.indexOf(progress.step)}
          />
        </div>
      }
      other={<BackToLogin next={next} />}
    >
      <PageMeta
        title={t`Forgot password`}
        description={t`Set a new password for your ${{ siteName: isolate(siteName) }} account.`}
      />
      <ResetForm progress={progress} answer={answer} outbox={outbox} />
    </AuthPage>
  )
}
