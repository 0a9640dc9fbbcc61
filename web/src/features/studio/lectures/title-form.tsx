import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
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
  const [title, setTitle] = useState(initial)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wanted = title.trim()
    if (!wanted) return input.current?.focus()
    setBusy(true)
    const saved = wanted === initial || (await onSave(wanted))
    setBusy(false)
    if (saved) onClose()
  }

  return (
    <form
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === 'Escape' && !busy && onClose()}
      className="flex flex-1 flex-wrap items-center gap-2"
    >
      <Input
        ref={input}
        aria-label={label}
        value={title}
        maxLength={maxTitle}
        autoComplete="off"
        required
        className="min-w-0 flex-1 basis-48"
        onChange={({ target }) => setTitle(target.value)}
      />
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
