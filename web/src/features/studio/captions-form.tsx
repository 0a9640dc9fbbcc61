import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FilePicker } from '#ui/file-picker.tsx'
import { Select } from '#ui/select.tsx'

/** Languages that captions can be in; English and those of the Indian constitution with most speakers first. */
const captionLanguages = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'Hindi · हिन्दी' },
  { value: 'bn', label: 'Bengali · বাংলা' },
  { value: 'mr', label: 'Marathi · मराठी' },
  { value: 'te', label: 'Telugu · తెలుగు' },
  { value: 'ta', label: 'Tamil · தமிழ்' },
  { value: 'gu', label: 'Gujarati · ગુજરાતી' },
  { value: 'ur', label: 'Urdu · اردو' },
  { value: 'kn', label: 'Kannada · ಕನ್ನಡ' },
  { value: 'or', label: 'Odia · ଓଡ଼ିଆ' },
  { value: 'ml', label: 'Malayalam · മലയാളം' },
  { value: 'pa', label: 'Punjabi · ਪੰਜਾਬੀ' },
  { value: 'as', label: 'Assamese · অসমীয়া' },
  { value: 'ar', label: 'Arabic · العربية' },
  { value: 'zh', label: 'Chinese · 中文' },
  { value: 'fr', label: 'French · Français' },
  { value: 'de', label: 'German · Deutsch' },
  { value: 'id', label: 'Indonesian · Bahasa Indonesia' },
  { value: 'ja', label: 'Japanese · 日本語' },
  { value: 'pt', label: 'Portuguese · Português' },
  { value: 'ru', label: 'Russian · Русский' },
  { value: 'es', label: 'Spanish · Español' },
] as const

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
