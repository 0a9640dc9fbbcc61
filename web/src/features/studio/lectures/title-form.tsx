import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'

const maxTitle = 200

type Props = {
  /** Accessible name of the input. */
  label: string
  initial: string
  submit: string
  /** Resolves to whether the title was saved. */
  onSave: (title: string) => Promise<boolean>
  onClose: () => void
}

/** Title of a section or a lecture in its row, with focus. Enter saves it, Escape leaves it as it was. */
export function TitleForm({ label, initial, submit, onSave, onClose }: Props) {
  const { t } = useLingui()
  const [title, setTitle] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wanted = title.trim()
    if (!wanted) {
      setError(t`A title is required`)
      return input.current?.focus()
    }
    setBusy(true)
    const saved = wanted === initial || (await onSave(wanted))
    setBusy(false)
    if (saved) onClose()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === 'Escape' && !busy && onClose()}
      className="flex flex-1 flex-wrap items-start gap-2"
    >
      <Field label={label} labelHidden error={error} className="flex-1 basis-48">
        <Input
          ref={input}
          value={title}
          maxLength={maxTitle}
          autoComplete="off"
          required
          onChange={({ target }) => {
            setTitle(target.value)
            setError(null)
          }}
        />
      </Field>
      <span className="flex gap-2">
        <Button type="submit" size="sm" busy={busy}>
          {submit}
        </Button>
        <Button size="sm" variant="ghost" disabled={busy} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </span>
    </form>
  )
}
