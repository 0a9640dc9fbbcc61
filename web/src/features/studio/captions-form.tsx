import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FilePicker } from '#ui/file-picker.tsx'
import { Select } from '#ui/select.tsx'
import { captionLanguages } from './caption-languages.ts'

/** In bytes: three for each character, as Indian scripts take. */
const maxFileBytes = 900_000

type Props = {
  /** languages that there are captions in */
  present: readonly string[]
  busy: boolean
  /** Saves a file; answers why it could not, or null. */
  onSave: (language: string, text: string) => Promise<string | null>
  onCancel: () => void
}

/** A language and a file with captions in it. What is refused stays chosen. */
export function CaptionsForm({ present, busy, onSave, onCancel }: Props) {
  const [language, setLanguage] = useState('en')
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!file) return setError('Choose a file with captions')
    // a file that was changed on the disk after it was chosen cannot be read any more
    const text = await file.text().catch(() => null)
    setError(text === null ? 'The file has changed since you chose it. Choose it again' : await onSave(language, text))
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate className="mt-5 grid gap-4">
      <Field label="Language">
        <Select
          name="captionLanguage"
          autoFocus
          value={language}
          options={captionLanguages}
          onChange={({ target }) => setLanguage(target.value)}
        />
      </Field>
      <Field label="File with captions" error={error}>
        <FilePicker
          name="captions"
          accept=".vtt,.srt,text/vtt"
          maxBytes={maxFileBytes}
          file={file}
          onPick={(picked) => {
            setFile(picked)
            setError(null)
          }}
          onReject={setError}
          disabled={busy}
          hint="WebVTT (.vtt) or SubRip (.srt)"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {present.includes(language) ? 'Replace captions' : 'Save captions'}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
