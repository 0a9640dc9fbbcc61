import { Trans, useLingui } from '@lingui/react/macro'
import { leastPollChoices, maxPollChoice, maxPollQuestion, mostPollChoices } from '@virtual-courses/contract'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import type { Together } from './together-store.ts'

type Props = { together: Together; onClose: () => void }

const emptyChoice = (key: number) => ({ key, text: '' })

/** A new poll, which starts at once or later. */
export function PollForm({ together, onClose }: Props) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [question, setQuestion] = useState('')
  const [choices, setChoices] = useState(() => Array.from({ length: leastPollChoices }, (_, key) => emptyChoice(key)))
  const [several, setSeveral] = useState(false)
  const [afterClosing, setAfterClosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const missing = t`Please write something first`
  const texts = choices.map(({ text }) => text.trim())

  async function make(start: boolean) {
    setTried(true)
    if (busy) return
    if (question.trim() === '' || texts.some((text) => text === '')) {
      // after the errors were rendered
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setBusy(true)
    const made = await together.makePoll({ question, choices: texts, several, resultsAtOnce: !afterClosing, start })
    setBusy(false)
    if (made) onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void make(true)
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-3 rounded-lg border border-line p-3.5">
      <Field label={t`Question of the poll`} error={tried && question.trim() === '' ? missing : null}>
        <Input
          value={question}
          maxLength={maxPollQuestion}
          autoComplete="off"
          onChange={({ target }) => setQuestion(target.value)}
        />
      </Field>
      {choices.map(({ key, text }, index) => {
        const number = index + 1
        return (
          <Field key={key} label={t`Choice ${number}`} error={tried && text.trim() === '' ? missing : null}>
            <Input
              value={text}
              maxLength={maxPollChoice}
              autoComplete="off"
              onChange={({ target }) =>
                setChoices((before) => before.map((one) => (one.key === key ? { key, text: target.value } : one)))
              }
              trailing={
                choices.length > leastPollChoices && (
                  <button
                    type="button"
                    aria-label={t`Remove choice ${number}`}
                    onClick={() => removeRow(() => setChoices((before) => before.filter((one) => one.key !== key)))}
                    className="grid size-10 place-items-center rounded-md text-muted hover:bg-tint"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                )
              }
            />
          </Field>
        )
      })}
      {choices.length < mostPollChoices && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => setChoices((before) => [...before, emptyChoice((before.at(-1)?.key ?? 0) + 1)])}
          className="justify-self-start"
        >
          <Trans>Add a choice</Trans>
        </Button>
      )}
      <Checkbox
        label={t`Several choices may be made`}
        checked={several}
        onChange={({ target }) => setSeveral(target.checked)}
      />
      <Checkbox
        label={t`Show results only after closing`}
        checked={afterClosing}
        onChange={({ target }) => setAfterClosing(target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          <Trans>Start now</Trans>
        </Button>
        <Button size="sm" variant="secondary" busy={busy} onClick={() => void make(false)}>
          <Trans>Keep for later</Trans>
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
