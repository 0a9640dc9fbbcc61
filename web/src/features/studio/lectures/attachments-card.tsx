import { Trans, useLingui } from '@lingui/react/macro'
import {
  ApiError,
  type Attachment,
  attachmentTypes,
  type Client,
  api as calls,
  isolate,
  maxAttachmentBytes,
  maxAttachments,
} from '@virtual-courses/contract'
import { FileText, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { useUpload } from '#lib/forms/use-upload.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { Field } from '#ui/form/field.tsx'
import { FilePicker } from '#ui/form/file-picker.tsx'
import { useFormatBytes } from '#ui/format-bytes.ts'
import { Card } from '#ui/layout/card.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Said } from '#ui/said.tsx'
import { UploadPanel } from '../uploads/upload-panel.tsx'

const accept = Object.keys(attachmentTypes)
  .map((extension) => `.${extension}`)
  .join(',')

type Send = (api: Client, file: File, signal: AbortSignal) => Promise<{ attachments: Attachment[]; message: string }>

type Props = {
  lectureId: string
  stored: readonly Attachment[]
  /** what the files are for; by default those of a lecture */
  text?: string
  /** adds a file; by default to a lecture */
  send?: Send
}

/** Files of a lecture: lists them, uploads one at a time as soon as it is chosen, and removes them. */
export function AttachmentsCard({ lectureId, stored, text, send }: Props) {
  const { t } = useLingui()
  const formatBytes = useFormatBytes()
  const [attachments, setAttachments] = useState(stored)
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<Said | null>(null)
  const [removing, setRemoving] = useState(false)
  const upload = useUpload()
  const { blocker } = useLeaveGuard(upload.busy)
  const hydrated = useHydrated()
  const section = useRef<HTMLHeadingElement>(null)

  async function add(picked: File) {
    setFile(picked)
    setError(null)
    const outcome = await upload.run(picked.size, (api, signal) =>
      send
        ? send(api, picked, signal)
        : api(calls.lectures.attach, { params: { lectureId }, body: {}, files: { file: picked }, signal }),
    )
    setFile(null)
    if (outcome.end === 'stopped') return toast.info(t`Upload canceled. Nothing was changed.`)
    if (outcome.end === 'failed') return setError(failureOf(outcome.error, t`The file could not be uploaded`))
    setAttachments(outcome.reply.attachments)
    toast.success(outcome.reply.message)
  }

  async function remove(attachment: Attachment) {
    setRemoving(true)
    try {
      const reply = await browserApi(calls.lectures.detach, { params: { attachmentId: attachment._id } })
      setAttachments(reply.attachments)
      toast.success(reply.message)
    } catch (problem) {
      // another tab has removed it
      if (problem instanceof ApiError && problem.code === 'not_found')
        setAttachments((before) => before.filter(({ _id }) => _id !== attachment._id))
      toast.error(failureOf(problem, t`The file could not be removed`))
    } finally {
      setRemoving(false)
      // the button that had the focus was removed with its row
      section.current?.focus()
    }
  }

  return (
    <Card as="section" aria-labelledby="attachments">
      <h2 id="attachments" ref={section} tabIndex={-1} className="text-2xl">
        <Trans>Files</Trans>
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        {text ?? (
          <Trans>
            Slides, exercises or notes that students of the course download. At most {maxAttachments} files.
          </Trans>
        )}
      </p>
      {attachments.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {attachments.map((one) => (
            <li
              key={one._id}
              className="flex items-center justify-between gap-3 rounded-md border border-line py-1 pe-1 ps-4"
            >
              <FileText aria-hidden="true" className="size-5 shrink-0 text-muted" />
              <a
                {...writtenIn()}
                href={one.url}
                download
                className="min-w-0 flex-1 py-2 font-medium text-link underline wrap-anywhere"
              >
                {one.name}
              </a>
              <span className="tabular shrink-0 text-sm text-muted">{formatBytes(one.bytes)}</span>
              <IconButton
                label={t`Remove ${{ name: isolate(one.name) }}`}
                disabled={removing || upload.busy}
                onClick={() => removeRow(() => void remove(one))}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {attachments.length < maxAttachments && !file && (
        <Field label={t`Add a file`} error={error} className="mt-5">
          <FilePicker
            accept={accept}
            maxBytes={maxAttachmentBytes}
            file={null}
            onPick={(picked) => picked && void add(picked)}
            onReject={setError}
            disabled={!hydrated || removing}
            hint={t`PDF, office documents, texts and sources, pictures, audio or ZIP, up to 50 MB`}
          />
        </Field>
      )}
      {file && (
        <div className="mt-5">
          <UploadPanel state={upload.state} label={t`Uploading the file…`} fileName={file.name} onStop={upload.stop} />
        </div>
      )}
      <LeaveDialog blocker={blocker} uploading={upload.busy} />
    </Card>
  )
}
