import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseDetails, isolate } from '@virtual-courses/contract'
import { useRevalidator } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CreateQuizForm } from '#features/quizzes/editor/create-quiz-form.tsx'
import { CreateAssignmentForm } from '#features/studio/assignments/create-assignment-form.tsx'
import { CreateLectureForm } from '#features/studio/lectures/create-lecture-form.tsx'
import { LectureList } from '#features/studio/lectures/lecture-list.tsx'
import { type OutlineRow, useOutline } from '#features/studio/lectures/use-outline.ts'
import { UploadList, VideosPicker } from '#features/studio/uploads/upload-list.tsx'
import { uploadQueue } from '#features/studio/uploads/upload-queue.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/create-lecture.ts'
import { ownCourse } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

/** Number of lectures and length of their videos, beside how they are moved. */
function CourseLength({ rows }: { rows: readonly OutlineRow[] }) {
  const { t } = useLingui()
  const { formatLength } = useFormats()
  const lectures = rows.flatMap((row) => (row.kind === 'lecture' ? [row.lecture] : []))
  if (lectures.length === 0) return null
  const seconds = lectures.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  const count = t`${plural({ count: lectures.length }, { one: '# lecture', other: '# lectures' })}`
  return (
    <p className="text-sm text-muted">
      <span className="tabular">{seconds > 0 ? `${count} · ${formatLength(seconds)}` : count}</span>
      {rows.length > 1 && (
        <span className="block">
          <Trans>Drag a lecture by its handle, or press the arrow keys there.</Trans>
        </span>
      )}
    </p>
  )
}

/** Lectures of a course beside the form that adds one. A new lecture appears at the end of the list at once. */
function LectureStudio({
  course,
}: {
  course: Pick<CourseDetails, '_id' | 'lectures' | 'sections' | 'outlineVersion'>
}) {
  const { t } = useLingui()
  const editor = useOutline(course)
  const { revalidate } = useRevalidator()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <section aria-labelledby="new-lecture">
        <h2 id="new-lecture" className="mb-3 font-sans text-lg font-semibold">
          <Trans>Create a lecture</Trans>
        </h2>
        <CreateLectureForm courseId={course._id} onCreated={editor.append} />
        <div className="mt-4 grid gap-3">
          <VideosPicker
            onPick={(videos) => uploadQueue.add(course._id, videos)}
            hint={t`Several at once: each becomes a lecture, named as its file.`}
          >
            <Trans>Upload videos</Trans>
          </VideosPicker>
          <UploadList courseId={course._id} onChanged={() => void revalidate()} />
        </div>
        <h2 className="mt-6 mb-3 font-sans text-lg font-semibold">
          <Trans>Create a quiz</Trans>
        </h2>
        <CreateQuizForm courseId={course._id} />
        <h2 className="mt-6 mb-3 font-sans text-lg font-semibold">
          <Trans>Create an assignment</Trans>
        </h2>
        <CreateAssignmentForm courseId={course._id} />
      </section>
      <section aria-labelledby="lectures">
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="lectures" className="font-sans text-lg font-semibold">
            <Trans>In this course</Trans>
          </h2>
          <CourseLength rows={editor.rows} />
        </div>
        <LectureList courseId={course._id} editor={editor} />
        <ChangedElsewhere {...editor.elsewhere} />
      </section>
    </div>
  )
}

const load = guarded('educator', ownCourse)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function CreateLecturePage({ loaderData: course }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <Container>
      <PageMeta title={t`Lectures of ${{ title: isolate(course.title) }}`} />
      <PageHeader
        title={t`Lectures`}
        text={<span {...writtenIn(course.language)}>{course.title}</span>}
        back={studioPaths.editCourse(course._id)}
        actions={
          <>
            <ButtonLink to={studioPaths.openings(course._id)} variant="secondary">
              <Trans>When lectures open</Trans>
            </ButtonLink>
            <ButtonLink to={studioPaths.editCourse(course._id)} variant="secondary">
              <Trans>Back to Course</Trans>
            </ButtonLink>
          </>
        }
      />
      <LectureStudio key={course._id} course={course} />
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Lectures`} back={studioPaths.editCourse(params.courseId)} />
}
