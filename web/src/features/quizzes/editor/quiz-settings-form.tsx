import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type EditedQuiz, maxQuizIntro, type QuizSettings } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { controlText, fieldErrorsOf, useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { useFormats } from '#lib/text/format.ts'
import { toLocalInput } from '#lib/text/local-input.ts'
import type { Failure } from '#lib/text/message-of.ts'
import { zoneOf } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

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
  /** an instant, "" for never: the server does not know the educator's time zone */
  closesAt: string
}

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
const typedOf = (number: number | null): string => (number === null ? '' : String(number))

const valuesOf = ({ title, settings }: EditedQuiz): Values => ({
  title: controlText.line(title),
  intro: controlText.lines(settings.intro),
  passPercent: String(settings.passPercent),
  attempts: typedOf(settings.attempts),
  minutes: typedOf(settings.minutes),
  negativePercent: String(settings.negativePercent),
  shuffleQuestions: settings.shuffleQuestions,
  shuffleOptions: settings.shuffleOptions,
  showTime: settings.showTime,
  showPart: settings.showPart,
  closesAt: settings.closesAt ?? '',
})

/** Returns what the server is sent; it decides what it takes. */
const settingsOf = (values: Values): Omit<QuizSettings, 'parts'> => ({
  intro: values.intro,
  passPercent: numberOf(values.passPercent) ?? Number.NaN,
  attempts: numberOf(values.attempts),
  minutes: numberOf(values.minutes),
  negativePercent: numberOf(values.negativePercent) ?? 0,
  shuffleQuestions: values.shuffleQuestions,
  shuffleOptions: values.shuffleOptions,
  showTime: values.showTime as QuizSettings['showTime'], // one of the options
  showPart: values.showPart as QuizSettings['showPart'], // one of the options
  closesAt: values.closesAt || null,
})

function useWords() {
  const { t } = useLingui()
  return {
    labels: {
      title: t`Title`,
      intro: t`Introduction`,
      passPercent: t`Passes with, in % of the marks`,
      attempts: t`Attempts`,
      minutes: t`Time limit in minutes`,
      negativePercent: t`A wrong answer costs, in % of its points`,
      shuffleQuestions: t`Shuffle the questions`,
      shuffleOptions: t`Shuffle the choices`,
      showTime: t`Students see the answers`,
      showPart: t`What they see then`,
      closesAt: t`Closes at`,
    },
    times: {
      each: t`After each attempt`,
      passed: t`Once they have passed`,
      end: t`After the last attempt or the closing date`,
      never: t`Never`,
    },
    shown: { answers: t`Right answers and explanations`, marks: t`Which of their answers were right` },
  }
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** The values of the form, and how they are saved. */
export function useQuizSettings(stored: EditedQuiz, onStored: (quiz: EditedQuiz) => void) {
  const { t } = useLingui()
  const { formatDate } = useFormats()
  const { labels, times, shown } = useWords()
  const form = useForm<Values>(valuesOf(stored))
  const edit = useEdit<Values, EditedQuiz>(form, {
    stored,
    read: (quiz) => ({ values: valuesOf(quiz), version: quiz.version }),
    fetch: () => browserApi(calls.quizzes.edit, { params: { lectureId: stored.lectureId } }),
    labels,
    show: (name, value) => {
      if (typeof value === 'boolean') return value ? t`On` : t`Off`
      if (name === 'showTime') return times[value as keyof typeof times] // one of the options
      if (name === 'showPart') return shown[value as keyof typeof shown] // one of the options
      if (name !== 'closesAt' || value === '') return value
      return formatDate(value, 'dateTime', zoneOf())
    },
    onStored,
  })
  return { form, edit }
}

type Props = ReturnType<typeof useQuizSettings> & {
  /** Sends title and settings with the version that they were made from. */
  send: (
    wanted: { title: string; settings: Omit<QuizSettings, 'parts'> },
    version: string | undefined,
  ) => Promise<EditedQuiz>
}

/** Form for title and settings of a quiz. */
export function QuizSettingsForm({ form, edit, send }: Props) {
  const { t } = useLingui()
  const { labels, times, shown } = useWords()
  const { values, errors } = form
  const { blocker } = useLeaveGuard(form.dirty)
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failure | null>(null)
  type TextName = Exclude<keyof Values, 'shuffleQuestions' | 'shuffleOptions' | 'closesAt'>
  const text = (name: TextName) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => form.set(name, target.value),
  })
  const field = (name: TextName | 'closesAt') => ({ label: labels[name], error: errors[name] })

  async function save() {
    setBusy(true)
    setFailed(null)
    try {
      const saved = await edit.save(({ values: sent, version }) =>
        send({ title: sent.title, settings: settingsOf(sent) }, version),
      )
      if (saved) toast.success(t`Quiz saved`)
    } catch (error) {
      setFailed(form.fail(error))
      const named = Object.entries(fieldErrorsOf(error)).map(([path, message]) => [
        path.replace('settings.', ''),
        message,
      ])
      if (named.length > 0) form.showErrors(Object.fromEntries(named))
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
        <Field {...field('title')} required>
          <Input {...text('title')} autoComplete="off" />
        </Field>
        <Field {...field('intro')} hint={t`Shown before an attempt begins. You can use Markdown.`}>
          <Textarea {...text('intro')} maxLength={maxQuizIntro} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...field('passPercent')}>
            <Input {...text('passPercent')} type="number" min={0} max={100} />
          </Field>
          <Field {...field('attempts')} hint={t`Empty for any number`}>
            <Input {...text('attempts')} type="number" min={1} max={100} />
          </Field>
          <Field {...field('minutes')} hint={t`Empty for none`}>
            <Input {...text('minutes')} type="number" min={1} max={600} />
          </Field>
          <Field {...field('negativePercent')}>
            <Input {...text('negativePercent')} type="number" min={0} max={100} />
          </Field>
          <Field {...field('showTime')}>
            <Select {...text('showTime')} options={optionsOf(times)} />
          </Field>
          <Field {...field('showPart')}>
            <Select {...text('showPart')} options={optionsOf(shown)} />
          </Field>
          <Field {...field('closesAt')} hint={t`Empty for never; in your time zone`}>
            <Input
              type="datetime-local"
              value={hydrated && values.closesAt ? toLocalInput(values.closesAt) : ''}
              onChange={({ target }) =>
                form.set('closesAt', target.value === '' ? '' : new Date(target.value).toISOString())
              }
            />
          </Field>
        </div>
        <Switch
          name="shuffleQuestions"
          label={labels.shuffleQuestions}
          checked={values.shuffleQuestions}
          onChange={({ target }) => form.set('shuffleQuestions', target.checked)}
        />
        <Switch
          name="shuffleOptions"
          label={labels.shuffleOptions}
          checked={values.shuffleOptions}
          onChange={({ target }) => form.set('shuffleOptions', target.checked)}
        />
        <ErrorNotice said={failed} />
        <Button type="submit" busy={busy} disabled={!hydrated} className="w-fit">
          <Trans>Save settings</Trans>
        </Button>
      </form>
      <LeaveDialog blocker={blocker} />
      <ChangedElsewhere {...edit.elsewhere} />
    </Card>
  )
}
