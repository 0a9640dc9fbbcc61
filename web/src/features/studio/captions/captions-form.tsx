import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useForm } from '#lib/forms/use-form.ts'
import type { Failure } from '#lib/text/message-of.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilePicker } from '#ui/form/file-picker.tsx'
import { Select } from '#ui/form/select.tsx'
import { ErrorNotice } from '#ui/notice.tsx'
import { useCaptionLanguages } from './caption-languages.ts'
import { decodeCaptions } from './decode-captions.ts'

/** Maximum size of a file, in bytes. Characters of Indian scripts take three. */
const maxFileBytes = 900_000

type Props = {
  /** Returns the address of the editor of a language. */
  editor: (language: string) => string
  /** Languages that have captions already. */
  present: readonly string[]
  busy: boolean
  /** Saves the captions; rejects with the error of the call. */
  onSave: (language: string, text: string) => Promise<void>
  onCancel: () => void
}

/** Language and file of new captions. After an error both stay chosen. */
export function CaptionsForm({ editor, present, busy, onSave, onCancel }: Props) {
  const { t } = useLingui()
  const form = useForm<{ language: string }, 'text'>({ language: 'en' })
  const { language } = form.values
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<Failure | null>(null)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!file) return form.showErrors({ text: t`Choose a file with captions` })
    // a file that was changed on the disk after it was chosen cannot be read any more
    const bytes = await file.arrayBuffer().catch(() => null)
    if (bytes === null) return form.showErrors({ text: t`The file has changed since you chose it. Choose it again` })
    setProblem(null)
    try {
      await onSave(language, decodeCaptions(new Uint8Array(bytes), language))
    } catch (error) {
      const failed = form.fail(error, { fallback: t`The captions could not be saved`, fileField: 'text' })
      if (Object.keys(failed.errors).length === 0) setProblem(failed)
    }
  }

  return (
    <form ref={form.ref} onSubmit={save} noValidate className="mt-5 grid gap-4">
      <Field label={t`Language`} error={form.errors.language}>
        <Select
          name="language"
          autoFocus
          value={language}
          options={useCaptionLanguages().options}
          onChange={({ target }) => form.set('language', target.value)}
        />
      </Field>
      <Field label={t`File with captions`} error={form.errors.text}>
        <FilePicker
          name="text"
          accept=".vtt,.srt,text/vtt"
          maxBytes={maxFileBytes}
          file={file}
          onPick={(picked) => {
            setFile(picked)
            form.clearError('text')
          }}
          onReject={(reason) => (reason ? form.showErrors({ text: reason }) : form.clearError('text'))}
          disabled={busy}
          hint={t`WebVTT (.vtt) or SubRip (.srt)`}
        />
      </Field>
      <ErrorNotice said={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {present.includes(language) ? t`Replace captions` : t`Save captions`}
        </Button>
        <ButtonLink variant="secondary" to={editor(language)}>
          {present.includes(language) ? t`Edit them` : t`Write them`}
        </ButtonLink>
        <Button variant="ghost" disabled={busy} onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  )
}
