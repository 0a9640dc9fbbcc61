import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseDetails, api as calls } from '@virtual-courses/contract'
import { ListVideo } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { percentOf, useUpload } from '#lib/forms/use-upload.ts'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SignedOutNotice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { Slot } from '#ui/slot.ts'
import { useVideoStatus } from '../lectures/use-video-status.ts'
import { UploadList, VideosPicker } from '../uploads/upload-list.tsx'
import { uploadQueue } from '../uploads/upload-queue.ts'
import { CompletionCard } from './completion-card.tsx'
import {
  type CourseDraft,
  courseBody,
  courseDraftOf,
  courseErrors,
  courseLabels,
  showCourseValue,
} from './course-draft.ts'
import { CourseFields } from './course-fields.tsx'
import { PublishCard } from './publish-card.tsx'
import { RemoveCourse } from './remove-course.tsx'
import { SaleCard } from './sale-card.tsx'
import { ThumbnailField } from './thumbnail-field.tsx'

/** What the form shows of a course. */
const readCourse = (course: CourseDetails) => ({
  values: courseDraftOf(course),
  version: course.version,
  file: course.thumbnail,
})

/**
 * Form for a course, its image and its visibility. Nothing is sent before "Save", which keeps the page open; videos become lectures at once.
 */
export function EditCourseForm({
  stored,
  picture,
}: {
  stored: CourseDetails
  picture: (course: CourseDetails) => Slot
}) {
  const { t } = useLingui()
  const [course, setCourse] = useState(stored)
  const form = useForm<CourseDraft, 'thumbnail'>(courseDraftOf(stored))
  const { values, errors } = form
  const [thumbnail, setThumbnail] = useState<File | null>(null)
  const upload = useUpload()
  const edit = useEdit(form, {
    stored,
    read: readCourse,
    fetch: () => browserApi(calls.courses.get, { params: { courseId: stored._id } }),
    labels: courseLabels((label) => t(label)),
    show: (name, value) => showCourseValue(name, value, (word) => t(word)),
    file: { label: t`Course image`, picked: thumbnail?.name ?? null, discard: () => setThumbnail(null) },
    onStored: setCourse,
  })
  const price = courseDraftOf(stored).price
  const shownPrice = useRef(price)
  // a sale that begins or ends changes the price under the form
  useEffect(() => {
    if (shownPrice.current === price) return
    shownPrice.current = price
    // what was typed meanwhile stays
    form.rebase({ ...form.saved, price }, form.saved)
  }, [price, form])
  const unsaved = form.dirty || thumbnail !== null
  const draft = useDraft(form, { kind: 'course', subject: stored._id, version: edit.version })
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (unsaved) setSaved(false)
  }, [unsaved])
  const { blocker, pass } = useLeaveGuard(unsaved || upload.busy)
  const videos = useVideoStatus(stored._id)
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  async function save() {
    try {
      const saved = await edit.save(async ({ changes, version, file }) => {
        const picked = file ? thumbnail : null
        const outcome = await upload.run(picked?.size ?? 0, (api, signal) =>
          api(calls.courses.edit, {
            params: { courseId: course._id },
            body: { ...courseBody(changes), version },
            files: { thumbnail: picked ?? undefined },
            signal,
          }),
        )
        if (outcome.end === 'failed') throw outcome.error
        return outcome.end === 'done' ? outcome.reply : null
      })
      if (!saved) return
      toast.success(t`Course Updated`)
      setThumbnail(null)
      setSaved(!saved.typedSince)
    } catch (error) {
      return void toast.error(form.fail(error, { fileField: 'thumbnail' }))
    }
    await revalidate()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (upload.busy) return
    const price = event.currentTarget.elements.namedItem('price')
    const wrong = courseErrors(values, !(price instanceof HTMLInputElement && price.validity.badInput))
    if (Object.keys(wrong).length > 0) form.showErrors(wrong)
    else void save()
  }

  const notReady = [...videos.known.values()].filter(({ state }) => ['waiting', 'running', 'failed'].includes(state))
  const count = stored.lectureCount
  const percent = upload.state.phase === 'sending' && thumbnail ? percentOf(upload.state.pace) : null
  return (
    // a focused control must not be covered by the save bar
    <form ref={form.ref} onSubmit={submit} noValidate className="[&_:is(input,select,textarea,button,a)]:scroll-mb-24">
      <div className="grid items-start gap-6 pb-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="grid gap-5">
          <CourseFields values={values} errors={errors} set={form.set} onSale={stored.sale !== undefined} />
          <ThumbnailField
            file={thumbnail}
            error={errors.thumbnail}
            current={picture(course)}
            disabled={upload.busy}
            onPick={setThumbnail}
            onReject={(reason) => (reason ? form.showErrors({ thumbnail: reason }) : form.clearError('thumbnail'))}
          />
        </Card>
        <div className="grid gap-6">
          <PublishCard
            values={values}
            course={course}
            lectures={stored.lectures}
            picture={course.thumbnail !== '' || thumbnail !== null}
            unready={new Set(notReady.map(({ lectureId }) => lectureId))}
            onField={(name) => form.ref.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()}
            onChange={(published) => {
              form.set('isPublished', published)
              form.clearError('price')
              form.clearError('category')
            }}
          />
          <SaleCard course={stored} />
          <CompletionCard courseId={course._id} />
          <Card as="section">
            <h2 className="font-sans text-lg font-semibold">
              <Trans>Lectures</Trans>
            </h2>
            <p className="mt-1 mb-4 text-sm text-muted">
              {count === 0
                ? t`This course has no lectures yet.`
                : t`This course has ${plural(count, { one: '# lecture', other: '# lectures' })}.`}
            </p>
            <div className="mb-4 grid gap-3">
              <VideosPicker
                onPick={(videos) => uploadQueue.add(course._id, videos)}
                hint={t`Each becomes a lecture at once.`}
              >
                <Trans>Upload videos</Trans>
              </VideosPicker>
              <UploadList courseId={course._id} onChanged={() => void revalidate()} />
            </div>
            <ButtonLink
              to={studioPaths.createLecture(course._id)}
              variant="secondary"
              block
              icon={<ListVideo aria-hidden="true" className="size-4.5" />}
            >
              <Trans>Go to lectures</Trans>
            </ButtonLink>
          </Card>
          <Card as="section">
            <RemoveCourse
              course={course}
              onRemoved={() => {
                pass()
                draft.drop()
                void navigate(paths.myCourses)
              }}
            />
          </Card>
        </div>
      </div>
      <SaveBar
        state={
          upload.busy
            ? percent === null
              ? t`Saving…`
              : t`Saving… ${percent} %`
            : unsaved
              ? t(unsavedTexts[draft.place])
              : isSaved
                ? t({ message: 'Saved', context: 'form' })
                : ''
        }
        notice={
          <>
            <DraftNotice
              draft={draft.shown}
              when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />}
            />
            {form.signedOut && <SignedOutNotice login={paths.login} />}
          </>
        }
      >
        <ButtonLink to={paths.myCourses} variant="ghost">
          <Trans>Cancel</Trans>
        </ButtonLink>
        <Button type="submit" busy={upload.busy} disabled={!hydrated} className="min-w-28">
          <Trans>Save</Trans>
        </Button>
      </SaveBar>
      <LeaveDialog
        blocker={blocker}
        uploading={upload.busy && thumbnail !== null}
        kept={draft.place !== 'nowhere' && thumbnail === null}
      />
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
