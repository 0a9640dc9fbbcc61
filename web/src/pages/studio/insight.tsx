import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CourseInsight,
  api as calls,
  fewestViewers,
  isolate,
  type LectureInsight,
} from '@virtual-courses/contract'
import { ChartLine, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { InsightTiles } from '#features/insight/insight-tiles.tsx'
import { LectureTable } from '#features/insight/lecture-table.tsx'
import { WatchCurve } from '#features/insight/watch-curve.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { formatCount, useFormats } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/insight.ts'
import { StudioError } from './studio-error.tsx'

type Data = {
  course: CourseInsight /** the lecture whose curve is shown; null without a video */
  lecture: LectureInsight | null
}

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async ({ api, params, url }) => {
  const course = await api(calls.insight.course, { params })
  const asked = url.searchParams.get('lecture')
  const withVideo = course.lectures.filter(({ state }) => state !== 'no-video')
  const chosen =
    withVideo.find(({ _id }) => _id === asked) ?? withVideo.find(({ state }) => state === 'shown') ?? withVideo[0]
  const lecture = chosen ? await api(calls.insight.lecture, { params: { lectureId: chosen._id } }) : null
  return { course, lecture }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

function Download({ path, children, label }: { path: string; children: ReactNode; label?: string }) {
  return (
    <a href={path} download aria-label={label} className={buttonClass({ variant: 'secondary' })}>
      {children}
    </a>
  )
}

/** The curve of one lecture, or why there is none. */
function LectureCard({ lecture, coming }: { lecture: LectureInsight; coming: boolean }) {
  const { t } = useLingui()
  const { formatLength } = useFormats()
  const { viewers, watchedShare, durationSeconds, shownAt } = lecture
  const people = formatCount(viewers)
  const length = formatLength(Math.max(1, Math.round(watchedShare * (durationSeconds ?? 0))))
  return (
    <Card
      as="section"
      id="curve"
      aria-labelledby="curve-title"
      aria-busy={coming}
      className={cx('transition-opacity', coming && 'opacity-60')}
    >
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 {...writtenIn()} id="curve-title" className="text-xl wrap-anywhere">
            {lecture.lectureTitle}
          </h2>
          {lecture.state === 'shown' && (
            <p className="mt-1 text-sm text-muted">
              {shownAt ? (
                <Trans>
                  <span>{`${people} viewers, who saw ${length} on average. Last change: `}</span>
                  <ReaderTime iso={shownAt} look="dateTime" />
                </Trans>
              ) : (
                <span>{t`${people} viewers, who saw ${length} on average`}</span>
              )}
            </p>
          )}
        </div>
        {lecture.state === 'shown' && (
          <Download
            path={calls.insight.exportLecture.path.replace(':lectureId', encodeURIComponent(lecture._id))}
            label={t`Download as CSV: the curve of ${{ lectureTitle: isolate(lecture.lectureTitle) }}`}
          >
            <Trans>Download as CSV</Trans>
          </Download>
        )}
      </div>
      {lecture.state === 'shown' ? (
        <WatchCurve key={lecture._id} insight={lecture} />
      ) : (
        <EmptyState
          icon={<ChartLine />}
          title={t`Not enough viewers yet`}
          text={t`The curve appears when ${fewestViewers} students have watched this lecture. What fewer of them watch is theirs.`}
        />
      )}
    </Card>
  )
}

export default function InsightPage({ loaderData: { course, lecture } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { location } = useNavigation()
  const coming = location?.pathname === studioPaths.courseInsight(course.courseId)
  const { courseId, lectures } = course
  return (
    <Container>
      <PageMeta title={t`Insight into ${{ title: isolate(course.title) }}`} />
      <PageHeader
        title={t`Insight`}
        text={<span {...writtenIn()}>{course.title}</span>}
        back={paths.myCourses}
        actions={
          <>
            {lectures.length > 0 && (
              <Download path={calls.insight.exportCourse.path.replace(':courseId', encodeURIComponent(courseId))}>
                <Trans>Download as CSV</Trans>
              </Download>
            )}
            <ButtonLink to={studioPaths.courseStudents(courseId)} variant="secondary">
              <Trans>Students</Trans>
            </ButtonLink>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <InsightTiles insight={course} />
        {lecture ? (
          <LectureCard lecture={lecture} coming={coming} />
        ) : (
          <Card>
            <EmptyState
              as="h2"
              icon={<Video />}
              title={t`No videos yet`}
              text={t`When students watch the videos of this course, you see here how far they get and what they watch again.`}
              action={
                <ButtonLink to={studioPaths.createLecture(courseId)}>
                  <Trans>Edit the lectures</Trans>
                </ButtonLink>
              }
            />
          </Card>
        )}
        {lectures.length > 0 && <LectureTable courseId={courseId} lectures={lectures} current={lecture?._id ?? null} />}
        <p className="max-w-prose text-sm text-muted">
          <Trans>
            Enrolled students are counted, each once, and shown in groups of at least {fewestViewers}: what one of them
            watches cannot be seen. What they watch appears a minute after the group is complete.
          </Trans>
        </p>
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Insight`} back={paths.myCourses} />
}
