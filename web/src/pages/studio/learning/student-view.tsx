import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CourseDetails,
  api as calls,
  isolate,
  type Lecture,
  type LectureContent,
  maxOpeningDays,
  type ReplyOf,
} from '@virtual-courses/contract'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { LearningHead } from '#features/courses/learning-head.tsx'
import { CourseProgressBar } from '#features/learning/course-progress.tsx'
import { lecturesInWords } from '#features/lectures/lecture-lengths.ts'
import { LectureList } from '#features/lectures/lecture-list.tsx'
import { LecturePlayer } from '#features/lectures/lecture-player.tsx'
import { LectureReading } from '#features/lectures/lecture-reading.tsx'
import { StageFrame } from '#features/lectures/stage.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Card } from '#ui/layout/card.tsx'
import { PreviewBanner } from '#ui/layout/preview-banner.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { ownCourse } from '../own-course.ts'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/student-view.ts'

type Data = {
  course: CourseDetails
  progress: ReplyOf<typeof calls.learning.course>
  /** of the lecture in the address, where it is open to the student */
  content: LectureContent | null
}

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const { api, params, url } = reading
  const asked = Number(params.days)
  const days = Number.isInteger(asked) && asked >= 0 && asked <= maxOpeningDays ? asked : 0
  const course = await ownCourse(reading)
  const query = { days, diligent: params.has === 'all' }
  const progress = await api(calls.learning.course, { params: { courseId: course._id }, query })
  const id = url.searchParams.get('lecture')
  const isOpen = progress.entries.some((entry) => entry.lectureId === id && entry.opening === undefined)
  const content =
    isOpen && course.lectures.some(({ _id, hasContent }) => hasContent && _id === id)
      ? await api(calls.lectures.content, { params: { lectureId: id ?? '' } }).catch(() => null)
      : null
  return { course, progress, content }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** The player of an own course as a student finds it who enrolled some days ago: the server decides what is closed, and nothing is reported. */
export default function StudentView({ loaderData: { course, progress, content } }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  const player = useRef<HTMLDivElement>(null)
  const { days, isDiligent } = progress.imagined ?? { days: 0, isDiligent: false }
  const back = studioPaths.openings(course._id, { days, isDiligent })
  const entries = new Map(progress.entries.map((entry) => [entry.lectureId, entry]))
  const openingOf = ({ _id }: Lecture) => entries.get(_id)?.opening
  const lecture = course.lectures.find(({ _id }) => _id === search.get('lecture')) ?? null
  const isOpen = lecture !== null && openingOf(lecture) === undefined
  const plays = isOpen && lecture.videoUrl !== '' ? lecture._id : null
  const textOnly = isOpen && lecture.hasText && lecture.videoUrl === ''
  return (
    <div className="shell pb-section">
      <PageMeta title={t`As a student: ${{ title: isolate(course.title) }}`} />
      <PreviewBanner back={back} className="mb-5">
        <span>
          {isDiligent
            ? t`As a student who enrolled ${plural({ days }, { one: '# day', other: '# days' })} ago and has done all that was open. Nothing you do here is kept.`
            : t`As a student who enrolled ${plural({ days }, { one: '# day', other: '# days' })} ago and has done nothing yet. Nothing you do here is kept.`}
        </span>
      </PreviewBanner>
      <div className="learning">
        <LearningHead course={course} back={back} />
        {!textOnly && (
          <StageFrame player={player} plays={plays}>
            <PartBoundary of={lecture?._id}>
              <LecturePlayer
                courseId={course._id}
                course={course.title}
                lecture={lecture}
                mayWatch
                opening={lecture ? openingOf(lecture) : undefined}
                owner={false}
                streams={false}
                offer={null}
              />
            </PartBoundary>
          </StageFrame>
        )}
        <div data-part="text" className="*:mt-5">
          {lecture && (
            <h2 {...writtenIn(course.language)} className="text-2xl wrap-anywhere" aria-live="polite">
              {lecture.lectureTitle}
            </h2>
          )}
          {isOpen && lecture.hasContent && (
            <PartBoundary of={lecture._id}>
              <LectureReading lecture={lecture} initial={content} />
            </PartBoundary>
          )}
        </div>
        <div data-part="list">
          <Card
            as="section"
            flush
            aria-labelledby="all-lectures"
            className="lg:sticky lg:top-[calc(var(--spacing-bar)+5rem)] lg:max-h-[calc(100dvh-var(--spacing-bar)-7rem)] lg:overflow-y-auto"
          >
            <div className="flex items-baseline justify-between gap-3 px-5 py-4">
              <h2 id="all-lectures" className="font-sans text-lg">
                <Trans>All Lectures</Trans>
              </h2>
              {course.lectures.length > 0 && (
                <p className="text-sm text-muted">{lecturesInWords(course.lectures, i18n)}</p>
              )}
            </div>
            {course.lectures.length > 0 && (
              <CourseProgressBar
                completed={progress.completedLectures}
                count={progress.lectureCount}
                completion={progress.completion}
                className="px-5 pb-5"
              />
            )}
            <LectureList
              courseId={course._id}
              lectures={course.lectures}
              sections={course.sections}
              language={course.language}
              current={lecture?._id ?? null}
              mayWatch={() => true}
              closed={(one) => openingOf(one)?.sentence}
            />
          </Card>
        </div>
      </div>
    </div>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`When lectures open`} back={studioPaths.openings(params.courseId)} />
}
