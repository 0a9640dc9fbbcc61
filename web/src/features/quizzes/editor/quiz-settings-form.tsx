import { Trans, useLingui } from '@lingui/react/macro'
import { type EditedQuiz, maxQuizIntro, type QuizSettings } from '@virtual-courses/contract'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { paths } from '#lib/paths.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice, SignedOutNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'

type Values = {
  title: string
  intro: string
  passPercent: string
  attempts: string
  minutes: string
  negativePercent: string
  shuffleQuestions: boolean
  shuffleOptions: boolean
  showTime: string
  showPart: string
  closesAt: string
}

/** Value of a date-time input in the reader's time zone. */
function localTime(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const valuesOf = ({ title, settings }: EditedQuiz): Values => ({
  title,
  intro: settings.intro,
  passPercent: String(settings.passPercent),
  attempts: settings.attempts === null ? '' : String(settings.attempts),
  minutes: settings.minutes === null ? '' : String(settings.minutes),
  negativePercent: String(settings.negativePercent),
  shuffleQuestions: settings.shuffleQuestions,
  shuffleOptions: settings.shuffleOptions,
  showTime: settings.showTime,
  showPart: settings.showPart,
  closesAt: localTime(settings.closesAt),
})

type Props = {
  quiz: EditedQuiz
  /** Saves title and settings; throws what the server says. */
  onSave: (title: string, settings: Omit<QuizSettings, 'parts'>) => Promise<EditedQuiz>
}

/** Form for title and settings of a quiz. */
export function QuizSettingsForm({ quiz, onSave }: Props) {
  const { t } = useLingui()
  const form = useForm<Values>(valuesOf(quiz))
  const { values, errors } = form
  const { blocker } = useLeaveGuard(form.dirty)
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const text = (name: Exclude<keyof Values, 'shuffleQuestions' | 'shuffleOptions'>) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value),
  })

  async function save() {
    setBusy(true)
    setFailed(null)
    const sent = values
    try {
      const saved = await onSave(values.title, {
        intro: values.intro,
        passPercent: numberOf(values.passPercent) ?? Number.NaN,
        attempts: numberOf(values.attempts),
        minutes: numberOf(values.minutes),
        negativePercent: numberOf(values.negativePercent) ?? 0,
        shuffleQuestions: values.shuffleQuestions,
        shuffleOptions: values.shuffleOptions,
        showTime: values.showTime as QuizSettings['showTime'], // one of the options
        showPart: values.showPart as QuizSettings['showPart'], // one of the options
        closesAt: values.closesAt === '' ? null : new Date(values.closesAt).toISOString(),
      })
      form.rebase(valuesOf(saved), sent)
    } catch (error) {
      setFailed(form.fail(error).message)
    } finally {
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void save()
  }

  return (
    <Card as="section" aria-labelledby="quiz-settings">
      <h2 id="quiz-settings" className="mb-4 font-sans text-lg font-semibold">
        <Trans>Settings</Trans>
      </h2>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-5">
        <Field label={t`Title`} required error={errors.title}>
          <Input {...text('title')} autoComplete="off" />
        </Field>
        <Field label={t`Introduction`} hint={t`Shown before an attempt begins. You can use Markdown.`}>
          <Textarea {...text('intro')} maxLength={maxQuizIntro} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t`Passes with, in % of the marks`}>
            <Input {...text('passPercent')} type="number" min={0} max={100} />
          </Field>
          <Field label={t`Attempts`} hint={t`Empty for any number`}>
            <Input {...text('attempts')} type="number" min={1} max={100} />
          </Field>
          <Field label={t`Time limit in minutes`} hint={t`Empty for none`}>
            <Input {...text('minutes')} type="number" min={1} max={600} />
          </Field>
          <Field label={t`A wrong answer costs, in % of its points`}>
            <Input {...text('negativePercent')} type="number" min={0} max={100} />
          </Field>
          <Field label={t`Students see the answers`}>
            <Select
              {...text('showTime')}
              options={[
                { value: 'each', label: t`After each attempt` },
                { value: 'passed', label: t`Once they have passed` },
                { value: 'end', label: t`After the last attempt or the closing date` },
                { value: 'never', label: t`Never` },
              ]}
            />
          </Field>
          <Field label={t`What they see then`}>
            <Select
              {...text('showPart')}
              options={[
                { value: 'answers', label: t`Right answers and explanations` },
                { value: 'marks', label: t`Which of their answers were right` },
              ]}
            />
          </Field>
          <Field label={t`Closes at`} hint={t`Empty for never; in your time zone`}>
            <Input {...text('closesAt')} type="datetime-local" />
          </Field>
        </div>
        <Switch
          name="shuffleQuestions"
          label={t`Shuffle the questions`}
          checked={values.shuffleQuestions}
          onChange={({ target }) => form.set('shuffleQuestions', target.checked)}
        />
        <Switch
          name="shuffleOptions"
          label={t`Shuffle the choices`}
          checked={values.shuffleOptions}
          onChange={({ target }) => form.set('shuffleOptions', target.checked)}
        />
        {form.signedOut && <SignedOutNotice login={paths.login} />}
        {failed !== null && <Notice tone="danger">{failed}</Notice>}
        <Button type="submit" busy={busy} disabled={!hydrated} className="w-fit">
          <Trans>Save settings</Trans>
        </Button>
      </form>
      <LeaveDialog blocker={blocker} />
    </Card>
  )
}
