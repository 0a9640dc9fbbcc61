import { api as calls, type Lecture } from '@virtual-courses/contract'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { FilePicker } from '#ui/file-picker.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.ts'
import { captionLanguages } from './caption-languages.ts'

/** In bytes: three for each character, as Indian scripts take. */
const maxFileBytes = 900_000

/** The captions of a lecture: one file for each language, set and removed one by one. */
export function CaptionsCard({ lecture }: { lecture: Lecture }) {
  const [captions, setCaptions] = useState(lecture.captions ?? [])
  const [language, setLanguage] = useState('en')
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const hydrated = useHydrated()
  const lectureId = lecture._id

  async function change(
    deed: string,
    call: () => Promise<{ lecture: Lecture; message: string }>,
  ): Promise<string | null> {
    setBusy(deed)
    try {
      const reply = await call()
      setCaptions(reply.lecture.captions ?? [])
      toast.success(reply.message)
      return null
    } catch (error) {
      return messageOfError(error, 'The captions could not be saved')
    } finally {
      setBusy(null)
    }
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!file) return setFault('Choose a file with captions')
    const text = await file.text()
    const refused = await change('save', () =>
      browserApi(calls.lectures.setCaptions, { params: { lectureId }, body: { language, text } }),
    )
    setFault(refused)
    if (!refused) setFile(null)
  }

  async function remove(gone: string) {
    const refused = await change(gone, () =>
      browserApi(calls.lectures.removeCaptions, { params: { lectureId, language: gone } }),
    )
    if (refused) toast.error(refused)
  }

  return (
    <Card as="section" aria-labelledby="captions">
      <h2 id="captions" className="text-2xl">
        Captions
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        For everybody who cannot hear the video, or reads along. They belong to this video: a new one starts without.
      </p>
      {captions.length > 0 && (
        <ul className="mt-4 grid gap-2 sm:max-w-lg">
          {captions.map((one) => (
            <li
              key={one.language}
              className="flex items-center justify-between gap-3 rounded-md border border-line py-1 pr-1 pl-4"
            >
              <span lang={one.language} className="font-medium">
                {one.label}
              </span>
              <IconButton
                label={`Remove the captions in ${one.label}`}
                disabled={busy !== null}
                onClick={() => void remove(one.language)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {lecture.videoUrl === '' ? (
        <p className="mt-4 font-medium">Upload the video first.</p>
      ) : (
        <form onSubmit={(event) => void save(event)} noValidate className="mt-5 grid gap-4 sm:max-w-lg">
          <Field label="Language">
            <Select
              name="captionLanguage"
              value={language}
              options={captionLanguages}
              onChange={({ target }) => setLanguage(target.value)}
            />
          </Field>
          <Field label="File with captions" error={fault}>
            <FilePicker
              name="captions"
              accept=".vtt,.srt,text/vtt"
              maxBytes={maxFileBytes}
              file={file}
              onPick={(picked) => {
                setFile(picked)
                setFault(null)
              }}
              onRefuse={setFault}
              disabled={busy !== null}
              hint="WebVTT (.vtt) or SubRip (.srt)"
            />
          </Field>
          <div>
            <Button type="submit" variant="secondary" busy={busy === 'save'} disabled={!hydrated}>
              {captions.some((one) => one.language === language) ? 'Replace captions' : 'Add captions'}
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
