import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  api as calls,
  type Lecture,
  type LectureContent,
  maxLectureDescription,
  maxLectureText,
  maxVideoBytes,
} from '@virtual-courses/contract'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { controlText, useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import type { UploadState } from '#lib/forms/use-upload.ts'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { FilePicker } from '#ui/form/file-picker.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice, SignedOutNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { StoredVideo } from '../uploads/stored-video.ts'
import { connectionLost, UploadPanel } from '../uploads/upload-panel.tsx'
import { type QueuedVideo, uploadQueue, videoTypes } from '../uploads/upload-queue.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import { MarkdownField } from './markdown-field.tsx'
import { RemoveLecture } from './remove-lecture.tsx'
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

/** Field for the video file of a lecture; required while there is neither a video nor a text. */
function VideoField({ file, error, hasVideo, required, disabled, onPick, onReject }: VideoFieldProps) {
  const { t } = useLingui()
  return (
    <Field label={hasVideo ? t`Replace the video` : t`Video`} required={required} error={error}>
      <FilePicker
        name="videoUrl"
        accept={videoTypes}
        maxBytes={maxVideoBytes}
        file={file}
        onPick={onPick}
        onReject={onReject}
        disabled={disabled}
        hint={t`MP4, MOV or WebM, up to 4 GB`}
      />
    </Field>
  )
}

const beginning: UploadState = { phase: 'sending', pace: { sent: 0, total: 0, at: 0, speed: null } }

/** What is said instead of the progress; undefined while bytes are sent. */
function noteOf({ status, offline, state }: QueuedVideo): MessageDescriptor | undefined {
  if (offline) return connectionLost
  if (status === 'paused') return msg`It goes on when you resume it in the upload tray.`
  if (status === 'waiting') return msg`Waiting for other uploads`
  return state.phase === 'idle' ? msg`Preparing` : undefined
}

type Values = { lectureTitle: string; isPreviewFree: boolean; description: string; text: string }
/** The texts of a lecture as its creator reads them. */
export type OwnContent = LectureContent & { editing: NonNullable<LectureContent['editing']> }
type Stored = { values: Values; version: string; file: string }

const readContent = ({ description, text, editing }: OwnContent): Stored => ({
  values: {
    lectureTitle: controlText.line(editing.lectureTitle),
    isPreviewFree: editing.isPreviewFree,
    description: controlText.lines(description),
    text: controlText.lines(text),
  },
  version: editing.version,
  file: editing.videoId ?? '',
})

/** Returns the texts of an own lecture; those of a lecture that is not theirs any more cannot be edited. */
export function requireOwn(content: LectureContent): OwnContent {
  if (!content.editing) throw new Error('This lecture belongs to someone else')
  return { ...content, editing: content.editing }
}

type Props = {
  courseId: string
  stored: Lecture
  content: OwnContent
  /** a description by the language model: fills the form */
  summary?: string | null
  Video: StoredVideo
  /** `newVideo`: the video was replaced. */
  onSaved: (lecture: Lecture, newVideo: boolean) => void
}

/** Form for title, video, texts and preview flag of a lecture. A failed or stopped upload keeps the input. */
export function EditLectureForm({ courseId, stored, content, summary = null, Video, onSaved }: Props) {
  const { t } = useLingui()
  // shows the server's reply: reading the page again could fail and replace the form by an error
  const [lecture, setLecture] = useState(stored)
  const submitButton = useRef<HTMLButtonElement>(null)
  const [first] = useState(() => readContent(content))
  const form = useForm<Values, 'video'>(first.values)
  const [video, setVideo] = useState<File | null>(null)
  const edit = useEdit<Values, Stored>(form, {
    stored: first,
    read: (one) => one,
    fetch: async () => {
      const now = await browserApi(calls.lectures.content, { params: { lectureId: lecture._id } })
      return readContent(requireOwn(now))
    },
    labels: {
      lectureTitle: t`Lecture title`,
      isPreviewFree: t`Free preview`,
      description: t`Description`,
      text: t`Text to read`,
    },
    file: { label: t`Video`, picked: video?.name ?? null, discard: () => setVideo(null) },
  })
  const draft = useDraft(form, { kind: 'lecture', subject: stored._id, version: edit.version })
  const fill = useEffectEvent((text: string) => form.set('description', text.slice(0, maxLectureDescription)))
  useEffect(() => {
    if (summary !== null) fill(summary)
  }, [summary])
  const [version, setVersion] = useState(0)
  const [saving, setSaving] = useState(false)
  const { values, errors } = form
  const { blocker, pass } = useLeaveGuard(form.dirty || video !== null)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const hasVideo = lecture.videoUrl !== ''

  const uploads = useUploads().videos
  // also one that was begun before this page was opened
  const sending = uploads.find((one) => one.lectureId === lecture._id && one.status !== 'done')
  const uploaded = uploads.find((one) => one.lectureId === lecture._id && one.status === 'done')
  const uploading = sending !== undefined && sending.status !== 'failed'
  const note = sending && sending.state.phase !== 'storing' ? noteOf(sending) : undefined
  // it is taught by a video or by a text
  const empty = !hasVideo && video === null && !uploading && values.text.trim() === ''

  const showUploaded = useEffectEvent((withVideo: Lecture) => {
    toast.success(t`Lecture Updated`)
    setVersion((count) => count + 1)
    // without it the next save reads it
    edit.refresh().catch(() => {})
    setLecture(withVideo)
    onSaved(withVideo, true)
  })
  const shown = useRef(uploaded?.key)
  useEffect(() => {
    if (!uploaded?.lecture || shown.current === uploaded.key) return
    shown.current = uploaded.key
    showUploaded(uploaded.lecture)
  }, [uploaded])

  /** Saves the fields first, so that the video can go on its way while its owner works elsewhere. */
  async function save() {
    setSaving(true)
    try {
      let lecture: Lecture | undefined
      let withVideo = false
      const saved = await edit.save(async ({ changes, values, version, file }) => {
        const reply = await browserApi(calls.lectures.edit, {
          params: { lectureId: stored._id },
          body: { ...changes, lectureTitle: changes.lectureTitle?.trim(), version },
        })
        lecture = reply.lecture
        withVideo = file
        return {
          values: { ...values, lectureTitle: controlText.line(lecture.lectureTitle) },
          version: reply.version,
          file: lecture.videoId ?? '',
        }
      })
      if (!saved || !lecture) return
      setLecture(lecture)
      if (withVideo && video) {
        uploadQueue.replace({ courseId, lectureId: lecture._id, title: lecture.lectureTitle, file: video })
        setVideo(null)
        return
      }
      toast.success(t`Lecture Updated`)
      onSaved(lecture, false)
    } catch (error) {
      toast.error(form.fail(error, { fileField: 'video' }))
    } finally {
      setSaving(false)
    }
  }

  function cancel() {
    if (!sending) return
    uploadQueue.remove(sending.key)
    toast.info(
      hasVideo ? t`Upload canceled. The lecture keeps its video.` : t`Upload canceled. The lecture has no video yet.`,
    )
    // the button that had the focus was removed
    submitButton.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving) return
    const untitled = !values.lectureTitle.trim()
    if (untitled || empty) {
      return form.showErrors({
        ...(untitled && { lectureTitle: t`Lecture title is required` }),
        ...(empty && { video: t`Choose a video file, or write a text to read` }),
      })
    }
    void save()
  }

  return (
    <Card>
      <form
        ref={form.ref}
        aria-label={t`Edit Lecture`}
        onSubmit={submit}
        noValidate
        className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2"
      >
        <DraftNotice
          draft={draft.shown}
          when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />}
          className="lg:col-span-2"
        />
        <div className="grid gap-5">
          <Field label={t`Lecture title`} required error={errors.lectureTitle}>
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
            disabled={saving || uploading}
            onPick={setVideo}
            onReject={(reason) => (reason ? form.showErrors({ video: reason }) : form.clearError('video'))}
          />
          <Switch
            name="isPreviewFree"
            label={t`Free preview`}
            hint={t`Anyone can watch this lecture before buying the course.`}
            checked={values.isPreviewFree}
            onChange={({ target }) => form.set('isPreviewFree', target.checked)}
          />
        </div>
        <VideoPreview
          stored={{ url: lecture.videoUrl, streamUrl: lecture.streamUrl, bytes: lecture.videoBytes, version }}
          Video={Video}
          picked={video}
        />
        <div className="grid gap-6 lg:col-span-2">
          <div aria-live="polite">
            {summary !== null && values.description === summary && form.dirty && (
              <Notice>
                <Trans>The description is a draft by the language model. Check it, then save the lecture.</Trans>
              </Notice>
            )}
          </div>
          <MarkdownField
            name="description"
            label={t`Description`}
            hint={t`What this lecture is about; shown below its title to those who may watch it.`}
            preview={t`How students see it: description`}
            value={values.description}
            error={errors.description}
            maxLength={maxLectureDescription}
            rows={3}
            onChange={(value) => form.set('description', value)}
          />
          <MarkdownField
            name="text"
            label={t`Text to read`}
            hint={t`With the video or instead of one. Markdown: # heading, **bold**, *emphasis*, - list, 1. list, > quote, \`code\`, [link](https://…).`}
            preview={t`How students see it: text to read`}
            value={values.text}
            error={errors.text}
            maxLength={maxLectureText}
            rows={8}
            onChange={(value) => form.set('text', value)}
          />
        </div>
        <div className="grid gap-4 lg:col-span-2">
          {(video && saving) || uploading ? (
            <UploadPanel
              state={sending && sending.state.phase !== 'idle' ? sending.state : beginning}
              label={sending?.status === 'paused' ? t`Upload paused` : t`Uploading video... Please wait.`}
              fileName={sending?.file.name ?? video?.name ?? ''}
              note={note && t(note)}
              onStop={cancel}
            />
          ) : null}
          {sending?.status === 'failed' && (
            <Notice tone="danger">
              <p>{sending.reason}</p>
              <Button size="sm" variant="secondary" className="mt-2" onClick={() => uploadQueue.retry(sending.key)}>
                <Trans>Try again</Trans>
              </Button>
            </Notice>
          )}
          {form.signedOut && <SignedOutNotice login={paths.login} />}
          <div className="flex flex-col gap-3 border-t border-line pt-5 sm:flex-row sm:justify-between">
            <Button ref={submitButton} type="submit" busy={saving} disabled={!hydrated}>
              <Trans>Update Lecture</Trans>
            </Button>
            <RemoveLecture
              lecture={lecture}
              onRemoved={() => {
                pass()
                draft.drop()
                void navigate(studioPaths.createLecture(courseId))
              }}
            />
          </div>
        </div>
      </form>
      <LeaveDialog blocker={blocker} kept={draft.place !== 'nowhere' && video === null} />
      <ChangedElsewhere {...edit.elsewhere} />
    </Card>
  )
}
