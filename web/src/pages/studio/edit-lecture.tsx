import { useLingui } from '@lingui/react/macro'
import { type Chapter, api as calls, type EditedChecks, isolate, type Lecture } from '@virtual-courses/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StreamVideo } from '#features/lectures/stream-video.tsx'
import { LastBoardCard } from '#features/live/board/last-board-card.tsx'
import { RecordingsCard } from '#features/live/recording/recordings-card.tsx'
import { ScheduleCard } from '#features/live/schedule-card.tsx'
import { AttendanceCard } from '#features/live/together/attendance-card.tsx'
import { LiveNotesCard } from '#features/live/together/live-notes-card.tsx'
import { ChecksCard } from '#features/quizzes/editor/checks-card.tsx'
import { CaptionsCard } from '#features/studio/captions/captions-card.tsx'
import { CaptionsChoice } from '#features/studio/captions/captions-machine.tsx'
import { ChaptersCard } from '#features/studio/captions/chapters-card.tsx'
import { AttachmentsCard } from '#features/studio/lectures/attachments-card.tsx'
import { EditLectureForm } from '#features/studio/lectures/edit-lecture-form.tsx'
import { useVideoStatus } from '#features/studio/lectures/use-video-status.ts'
import { VideoState } from '#features/studio/lectures/video-state.tsx'
import { DraftCard } from '#features/tutor/studio/draft-card.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/edit-lecture.ts'
import { ownLecture } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

const load = guarded<Route.LoaderArgs['params'], Awaited<ReturnType<typeof ownLecture>> & { checks: EditedChecks }>(
  'educator',
  async (reading) => {
    const found = await ownLecture(reading)
    const checks = await reading.api(calls.videoChecks.edit, { params: { lectureId: found.lecture._id } })
    return { ...found, checks }
  },
)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function EditLecturePage({ loaderData: { course, lecture, content, checks } }: Route.ComponentProps) {
  const { t } = useLingui()
  // a new video has no captions: the card starts again with the server's reply
  const [replaced, setReplaced] = useState<{ lecture: Lecture; times: number } | null>(null)
  const [drafts, setDrafts] = useState<{ of: string; chapters?: readonly Chapter[]; summary?: string }>({
    of: lecture._id,
  })
  const draft = drafts.of === lecture._id ? drafts : { of: lecture._id }
  const navigate = useNavigate()
  const videos = useVideoStatus(course._id)
  const current = replaced?.lecture._id === lecture._id ? replaced : { lecture, times: 0 }
  return (
    <Container>
      <PageMeta title={t`Edit ${{ lectureTitle: isolate(lecture.lectureTitle) }}`} />
      <PageHeader
        title={t`Edit Lecture`}
        text={<span {...writtenIn(course.language)}>{course.title}</span>}
        back={studioPaths.createLecture(course._id)}
      />
      <EditLectureForm
        key={lecture._id}
        courseId={course._id}
        stored={lecture}
        content={content}
        summary={draft.summary ?? null}
        Video={StreamVideo}
        onSaved={(saved, newVideo) => {
          if (newVideo) setReplaced({ lecture: saved, times: current.times + 1 })
        }}
      />
      <div className="mt-4 empty:hidden">
        <VideoState status={videos.known.get(lecture._id)} title={lecture.lectureTitle} videos={videos} />
      </div>
      <div className="mt-6 empty:hidden">
        <RecordingsCard
          key={`recordings ${lecture._id}`}
          lectureId={lecture._id}
          hasVideo={current.lecture.videoUrl !== ''}
          Captions={CaptionsChoice}
          // everything on the page is about the video: it begins again with the new one
          onUsed={() => window.location.reload()}
          onChapters={(chapters) => setDrafts({ ...draft, chapters })}
        />
      </div>
      <div className="mt-6 empty:hidden">
        <DraftCard
          key={`drafts ${lecture._id}`}
          lectureId={lecture._id}
          hasVideo={current.lecture.videoUrl !== ''}
          onChapters={(chapters) => setDrafts({ ...draft, chapters })}
          onSummary={(summary) => setDrafts({ ...draft, summary })}
          onQuiz={(gift) => void navigate(studioPaths.moveQuestions(course._id), { state: { draft: gift } })}
        />
      </div>
      <div className="mt-6">
        <ChecksCard key={`checks ${lecture._id}`} courseId={course._id} lecture={current.lecture} first={checks} />
      </div>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <AttachmentsCard key={`files ${lecture._id}`} lectureId={lecture._id} stored={content.attachments} />
          <CaptionsCard
            key={`captions ${lecture._id} ${current.times}`}
            courseId={course._id}
            lecture={current.lecture}
          />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ChaptersCard
            key={`chapters ${lecture._id} ${current.times}`}
            courseId={course._id}
            lecture={current.lecture}
            draft={draft.chapters ?? null}
          />
          <ScheduleCard key={`live ${lecture._id}`} lectureId={lecture._id} stored={content.editing} />
          <LiveNotesCard key={`live notes ${lecture._id}`} lectureId={lecture._id} />
          <LastBoardCard key={`live board ${lecture._id}`} lectureId={lecture._id} />
          <AttendanceCard key={`attendance ${lecture._id}`} lectureId={lecture._id} />
        </div>
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Edit Lecture`} back={studioPaths.createLecture(params.courseId)} />
}
