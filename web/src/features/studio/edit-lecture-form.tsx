import {
  ApiError,
  api as calls,
  type Lecture,
  type LectureContent,
  maxLectureDescription,
  maxLectureText,
  maxVideoBytes,
} from '@virtual-courses/contract'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { controlText, useForm } from '#lib/use-form.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { useLeaveGuard } from '#lib/use-leave-guard.ts'
import { useUpload } from '#lib/use-upload.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/checkbox.tsx'
import { LeaveDialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FilePicker } from '#ui/file-picker.tsx'
import { Input } from '#ui/input.tsx'
import { Notice, SignedOutNotice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.ts'
import { MarkdownField } from './markdown-field.tsx'
import { RemoveLecture } from './remove-lecture.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { VideoPreview } from './video-preview.tsx'

type VideoFieldProps = {
  file: File | null
  error: string | undefined
  /** The lecture has a video; a new one replaces it. */
  hasVideo: boolean
  /** There is neither a video nor a text. */
  required: boolean
  disabled: boolean
  onPick: (file: File | null) => void
  onReject: (reason: string | null) => void
}

const accept = 'video/mp4,video/webm,video/quicktime,.mp4,.m4v,.mov,.webm'

/** Field for the video file of a lecture; required while there is neither a video nor a text. */
function VideoField({ file, error, hasVideo, required, disabled, onPick, onReject }: VideoFieldProps) {
  return (
    <Field label={hasVideo ? 'Replace the video' : 'Video'} required={required} error={error}>
      <FilePicker
        name="videoUrl"
        accept={accept}
        maxBytes={maxVideoBytes}
        file={file}
        onPick={onPick}
        onReject={onReject}
        disabled={disabled}
        hint="MP4, MOV or WebM, up to 4 GB"
      />
    </Field>
  )
}

type Values = { lectureTitle: string; isPreviewFree: boolean; description: string; text: string }

type Props = {
  courseId: string
  stored: Lecture
  content: LectureContent
  /** `newVideo`: the video was replaced. */
  onSaved: (lecture: Lecture, newVideo: boolean) => void
}

/** Form for title, video, texts and preview flag of a lecture. A failed or stopped upload keeps the input. */
export function EditLectureForm({ courseId, stored, content, onSaved }: Props) {
  // shows the server's reply: reading the page again could fail and replace the form by an error
  const [lecture, setLecture] = useState(stored)
  const submitButton = useRef<HTMLButtonElement>(null)
  const form = useForm<Values, 'video'>({
    lectureTitle: controlText.line(stored.lectureTitle),
    isPreviewFree: stored.isPreviewFree,
    description: controlText.lines(content.description),
    text: controlText.lines(content.text),
  })
  const [video, setVideo] = useState<File | null>(null)
  const [version, setVersion] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)
  const { values, errors } = form
  const upload = useUpload()
  const { blocker, pass } = useLeaveGuard(form.dirty || video !== null || upload.busy)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const hasVideo = lecture.videoUrl !== ''
  // it is taught by a video or by a text
  const empty = !hasVideo && video === null && values.text.trim() === ''

  async function save() {
    const sent = values
    // a text that another tab has changed meanwhile stays
    const texts = {
      ...(sent.description !== form.saved.description && { description: sent.description }),
      ...(sent.text !== form.saved.text && { text: sent.text }),
    }
    setFailure(null)
    const outcome = await upload.run(video?.size ?? 0, (api, signal) =>
      api(calls.lectures.edit, {
        params: { lectureId: lecture._id },
        body: { lectureTitle: sent.lectureTitle.trim(), isPreviewFree: sent.isPreviewFree, ...texts },
        files: { videoUrl: video ?? undefined },
        signal,
      }),
    )
    if (outcome.end === 'stopped') {
      toast.info('Upload canceled. Nothing was changed.')
      // the button that had the focus was removed
      return submitButton.current?.focus()
    }
    if (outcome.end === 'failed') {
      // the user may be away when a long upload fails, so the message stays; a toast would not
      if (video && outcome.error instanceof ApiError && outcome.error.code === 'network')
        setFailure(outcome.error.message)
      else toast.error(form.fail(outcome.error, { fileField: 'video' }).message)
      return
    }
    toast.success('Lecture Updated')
    form.markSaved(sent)
    setVideo(null)
    setVersion((count) => count + 1)
    setLecture(outcome.reply.lecture)
    onSaved(outcome.reply.lecture, video !== null)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (upload.busy) return
    const untitled = !values.lectureTitle.trim()
    if (untitled || empty) {
      return form.showErrors({
        ...(untitled && { lectureTitle: 'Lecture title is required' }),
        ...(empty && { video: 'Choose a video file, or write a text to read' }),
      })
    }
    void save()
  }

  return (
    <Card>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="grid gap-5">
          <Field label="Lecture title" required error={errors.lectureTitle}>
            <Input
              name="lectureTitle"
              value={values.lectureTitle}
              autoComplete="off"
              onChange={({ target }) => form.set('lectureTitle', target.value)}
            />
          </Field>
          <VideoField
            key={version}
            file={video}
            error={errors.video}
            hasVideo={hasVideo}
            required={!hasVideo && values.text.trim() === ''}
            disabled={upload.busy}
            onPick={(file) => {
              setVideo(file)
              setFailure(null)
            }}
            onReject={(reason) => (reason ? form.showErrors({ video: reason }) : form.clearError('video'))}
          />
          <Switch
            name="isPreviewFree"
            label="Free preview"
            hint="Anyone can watch this lecture before buying the course."
            checked={values.isPreviewFree}
            onChange={({ target }) => form.set('isPreviewFree', target.checked)}
          />
        </div>
        <VideoPreview stored={{ url: lecture.videoUrl, bytes: lecture.videoBytes, version }} picked={video} />
        <div className="grid gap-6 lg:col-span-2">
          <MarkdownField
            name="description"
            label="Description"
            hint="What this lecture is about; shown below its title to those who may watch it."
            value={values.description}
            error={errors.description}
            maxLength={maxLectureDescription}
            rows={3}
            onChange={(value) => form.set('description', value)}
          />
          <MarkdownField
            name="text"
            label="Text to read"
            hint="With the video or instead of one. Markdown: # heading, **bold**, *emphasis*, - list, 1. list, > quote, `code`, [link](https://…)."
            value={values.text}
            error={errors.text}
            maxLength={maxLectureText}
            rows={8}
            onChange={(value) => form.set('text', value)}
          />
        </div>
        <div className="grid gap-4 lg:col-span-2">
          {video && (
            <UploadPanel
              state={upload.state}
              label="Uploading video... Please wait."
              fileName={video.name}
              onStop={upload.stop}
            />
          )}
          {form.signedOut && <SignedOutNotice login={paths.login} />}
          {failure && <Notice tone="danger">{failure}</Notice>}
          <div className="flex flex-col-reverse gap-3 border-t border-line pt-5 sm:flex-row sm:justify-between">
            <RemoveLecture
              lecture={lecture}
              onRemoved={() => {
                pass()
                void navigate(paths.createLecture(courseId))
              }}
            />
            <Button ref={submitButton} type="submit" busy={upload.busy} disabled={!hydrated}>
              {failure ? 'Try again' : 'Update Lecture'}
            </Button>
          </div>
        </div>
      </form>
      <LeaveDialog blocker={blocker} uploading={upload.busy} />
    </Card>
  )
}
