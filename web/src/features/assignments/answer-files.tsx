import { Trans, useLingui } from '@lingui/react/macro'
import {
  type AnswerFile,
  ApiError,
  attachmentTypes,
  api as calls,
  maxAnswerBytes,
  maxAnswerFiles,
} from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { percentOf, useUpload } from '#lib/forms/use-upload.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilePicker } from '#ui/form/file-picker.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { Progress } from '#ui/progress.tsx'
import type { Said } from '#ui/said.tsx'
import { FileList } from './file-list.tsx'

const accept = Object.keys(attachmentTypes)
  .map((extension) => `.${extension}`)
  .join(',')

type Props = { lectureId: string; files: readonly AnswerFile[]; onChange: (files: AnswerFile[]) => void }

/** Files of the own answer: uploads one at a time as soon as it is chosen, and removes them. */
export function AnswerFiles({ lectureId, files, onChange }: Props) {
  const { t } = useLingui()
  const upload = useUpload()
  const hydrated = useHydrated()
  const [error, setError] = useState<Said | null>(null)
  const [sending, setSending] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  async function add(file: File) {
    setError(null)
    setSending(file.name)
    const outcome = await upload.run(file.size, (api, signal) =>
      api(calls.assignments.addFile, { params: { lectureId }, body: {}, files: { file }, signal }),
    )
    setSending(null)
    if (outcome.end === 'stopped') return toast.info(t`Upload canceled. Nothing was changed.`)
    if (outcome.end === 'failed') return setError(failureOf(outcome.error, t`The file could not be uploaded`))
    onChange(outcome.reply.files)
    toast.success(outcome.reply.message)
  }

  async function remove(file: AnswerFile) {
    setRemoving(true)
    try {
      const reply = await browserApi(calls.assignments.removeFile, { params: { fileId: file._id } })
      onChange(reply.files)
      toast.success(reply.message)
    } catch (problem) {
      // another tab has removed it
      if (problem instanceof ApiError && problem.code === 'not_found')
        onChange(files.filter(({ _id }) => _id !== file._id))
      toast.error(failureOf(problem, t`The file could not be removed`))
    } finally {
      setRemoving(false)
      // the button that had the focus was removed with its row
      heading.current?.focus()
    }
  }

  return (
    <section aria-labelledby="answer-files" className="grid gap-3">
      <h3 id="answer-files" ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
        <Trans>Files of your answer</Trans>
      </h3>
      <FileList
        label={t`Files of your answer`}
        files={files}
        onRemove={(file) => void remove(file)}
        busy={removing || upload.busy}
      />
      {sending === null && files.length < maxAnswerFiles && (
        <Field label={t`Add a file`} error={error}>
          <FilePicker
            accept={accept}
            maxBytes={maxAnswerBytes}
            file={null}
            onPick={(picked) => picked && void add(picked)}
            onReject={setError}
            disabled={!hydrated || removing}
            hint={t`At most ${maxAnswerFiles} files, up to 50 MB together`}
          />
        </Field>
      )}
      {sending !== null && (
        <div className="rounded-md border border-line p-4">
          <Progress
            label={<bdi>{sending}</bdi>}
            value={upload.state.phase === 'sending' ? percentOf(upload.state.pace) : null}
            announced
          />
          <Button size="sm" variant="secondary" className="mt-3" onClick={upload.stop}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}
