import { Trans, useLingui } from '@lingui/react/macro'
import { type BodyInput, api as calls, categories, isolate, newSubject } from '@virtual-courses/contract'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { paths } from '#lib/paths.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { removeRow } from '#ui/double-tap.ts'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SignedOutNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { VideosPicker } from '../uploads/upload-list.tsx'
import { fileKeyOf, titleOfFile, uploadQueue } from '../uploads/upload-queue.ts'
import { categoryOf } from './course-draft.ts'

/** Form for title and category of a new draft, and videos that become its first lectures. It leads to the editor of the course. */
export function CreateCourseForm() {
  const { t } = useLingui()
  const form = useForm({ title: '', category: '' })
  const { values, errors } = form
  const draft = useDraft(form, { kind: 'course', subject: newSubject, version: () => undefined })
  const [videos, setVideos] = useState<readonly File[]>([])
  const { blocker, pass } = useLeaveGuard(form.dirty || videos.length > 0)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const navigate = useNavigate()

  async function create(body: BodyInput<typeof calls.courses.create>) {
    setBusy(true)
    try {
      const { _id } = await browserApi(calls.courses.create, { body })
      toast.success(t`Course Created`)
      draft.drop()
      if (videos.length > 0) uploadQueue.add(_id, videos)
      pass()
      await navigate(studioPaths.editCourse(_id))
    } catch (error) {
      toast.error(form.fail(error))
      setBusy(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const title = values.title.trim()
    const category = categoryOf(values.category)
    if (title && category) void create({ title, category })
    else {
      form.showErrors({
        ...(!title && { title: t`Course title is required` }),
        ...(!category && { category: t`Choose a category` }),
      })
    }
  }

  return (
    <Card>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-5">
        <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
        <Field label={t`Course title`} required error={errors.title} hint={t`You can change it at any time.`}>
          <Input
            name="title"
            value={values.title}
            autoComplete="off"
            onChange={({ target }) => form.set('title', target.value)}
          />
        </Field>
        <Field label={t`Category`} required error={errors.category}>
          <Select
            name="category"
            value={values.category}
            placeholder={t`Select a category`}
            options={categories.map((category) => ({ value: category, label: t(categoryNames[category]) }))}
            onChange={({ target }) => form.set('category', target.value)}
          />
        </Field>
        <div className="grid gap-2">
          <p className="text-sm font-semibold">
            <Trans>
              Videos <span className="font-normal text-muted">(you can add them later)</span>
            </Trans>
          </p>
          <VideosPicker
            before={videos}
            onPick={setVideos}
            hint={t`Each becomes a lecture. MP4, MOV or WebM, up to 4 GB each.`}
            disabled={busy}
          >
            <Trans>Choose videos</Trans>
          </VideosPicker>
          {videos.length > 0 && (
            <ol className="grid gap-1" aria-label={t`Lectures of the new course`}>
              {videos.map((file, index) => (
                <li key={fileKeyOf(file)} className="flex items-center gap-2">
                  <span className="min-w-0 flex-1 truncate" title={file.name}>
                    {`${index + 1}. ${isolate(titleOfFile(file.name))}`}
                  </span>
                  <IconButton
                    label={t`Remove ${{ name: isolate(file.name) }}`}
                    disabled={busy}
                    onClick={() => removeRow(() => setVideos((before) => before.filter((one) => one !== file)))}
                  >
                    <X />
                  </IconButton>
                </li>
              ))}
            </ol>
          )}
        </div>
        {form.signedOut && <SignedOutNotice login={paths.login} />}
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" size="lg" busy={busy} disabled={!hydrated} className="max-sm:w-full">
            <Trans>Create Course</Trans>
          </Button>
          <p aria-live="polite" className="text-sm text-muted">
            {form.dirty && !busy ? t(unsavedTexts[draft.place]) : ''}
          </p>
        </div>
      </form>
      <LeaveDialog blocker={blocker} kept={draft.place !== 'nowhere' && videos.length === 0} />
    </Card>
  )
}
