import { type Course, api as calls } from '@virtual-courses/contract'
import { ListVideo } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { percentOf } from '#lib/upload-pace.ts'
import { useDraft } from '#lib/use-draft.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { useLeaveGuard } from '#lib/use-leave-guard.ts'
import { useUpload } from '#lib/use-upload.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { LeaveDialog } from '#ui/leave-dialog.tsx'
import { SaveBar } from '#ui/save-bar.tsx'
import { SignedOutNotice } from '#ui/signed-out-notice.tsx'
import { toast } from '#ui/toast.ts'
import { type CourseDraft, courseBody, courseDraftOf } from './course-draft.ts'
import { courseFaults } from './course-faults.ts'
import { CourseFields } from './course-fields.tsx'
import { PublishCard } from './publish-card.tsx'
import { RemoveCourse } from './remove-course.tsx'
import { ThumbnailField } from './thumbnail-field.tsx'
import { useFaults } from './use-faults.ts'

type Fields = CourseDraft & { thumbnail: string }

/** Everything about a course, its picture and its visibility. Nothing leaves before Save. */
export function EditCourseForm({ stored, picture }: { stored: Course; picture: (course: Course) => ReactNode }) {
  const [course, setCourse] = useState(stored)
  const form = useRef<HTMLFormElement>(null)
  const { draft, dirty, set, markSaved } = useDraft(form, courseDraftOf(stored))
  const [thumbnail, setThumbnail] = useState<File | null>(null)
  const { faults, signedOut, show, clear, fail } = useFaults<Fields>(form)
  const upload = useUpload()
  const unsaved = dirty || thumbnail !== null
  const { blocker, pass } = useLeaveGuard(unsaved || upload.busy)
  const hydrated = useHydrated()
  const navigate = useNavigate()

  async function save() {
    const sent = draft
    const outcome = await upload.run(thumbnail?.size ?? 0, (api, signal) =>
      api(calls.courses.edit, {
        params: { courseId: course._id },
        body: courseBody(sent),
        files: { thumbnail: thumbnail ?? undefined },
        signal,
      }),
    )
    if (outcome.end === 'stopped') return
    if (outcome.end === 'failed') return fail(outcome.error, 'thumbnail')
    toast.success('Course Updated')
    setThumbnail(null)
    // what was typed while the request was under way stays here, to be saved as well
    if (markSaved(sent).typedSince) return setCourse(outcome.reply)
    pass()
    await navigate(paths.myCourses)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (upload.busy) return
    const price = event.currentTarget.elements.namedItem('price')
    const wrong = courseFaults(draft, !(price instanceof HTMLInputElement && price.validity.badInput))
    if (Object.keys(wrong).length > 0) show(wrong)
    else void save()
  }

  function edit<Name extends keyof CourseDraft>(name: Name, value: CourseDraft[Name]) {
    set(name, value)
    clear(name)
  }

  const percent = upload.state.phase === 'sending' && thumbnail ? ` ${percentOf(upload.state.pace)} %` : ''
  return (
    // what gets the focus must not lie under the bar at the foot
    <form ref={form} onSubmit={submit} noValidate className="[&_:is(input,select,textarea,button,a)]:scroll-mb-24">
      <div className="grid items-start gap-6 pb-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="grid gap-5">
          <CourseFields draft={draft} faults={faults} onEdit={edit} />
          <ThumbnailField
            file={thumbnail}
            fault={faults.thumbnail}
            current={picture(course)}
            disabled={upload.busy}
            onPick={setThumbnail}
            onReject={(reason) => (reason ? show({ thumbnail: reason }) : clear('thumbnail'))}
          />
        </Card>
        <div className="grid gap-6">
          <PublishCard
            draft={draft}
            published={course.isPublished}
            enrolled={course.enrolledCount}
            onChange={(published) => {
              edit('isPublished', published)
              clear('price')
              clear('category')
            }}
          />
          <Card as="section">
            <h2 className="font-sans text-lg font-semibold">Lectures</h2>
            <p className="mt-1 mb-4 text-sm text-muted">
              {course.lectureCount === 0
                ? 'This course has no lectures yet.'
                : `This course has ${course.lectureCount} ${course.lectureCount === 1 ? 'lecture' : 'lectures'}.`}
            </p>
            <ButtonLink
              to={paths.createLecture(course._id)}
              variant="secondary"
              block
              icon={<ListVideo aria-hidden="true" className="size-4.5" />}
            >
              Go to lectures
            </ButtonLink>
          </Card>
          <Card as="section">
            <RemoveCourse
              course={course}
              onRemoved={() => {
                pass()
                void navigate(paths.myCourses)
              }}
            />
          </Card>
        </div>
      </div>
      <SaveBar
        state={upload.busy ? `Saving…${percent}` : unsaved ? 'Unsaved changes' : ''}
        notice={signedOut && <SignedOutNotice login={paths.login} />}
      >
        <ButtonLink to={paths.myCourses} variant="ghost">
          Cancel
        </ButtonLink>
        <Button type="submit" busy={upload.busy} disabled={!hydrated} className="min-w-28">
          Save
        </Button>
      </SaveBar>
      <LeaveDialog blocker={blocker} uploading={upload.busy && thumbnail !== null} />
    </form>
  )
}
