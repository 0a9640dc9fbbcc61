import type { CourseDetails, Lecture, OfferedQuestion, Viewer } from '@virtual-courses/contract'
import { type ReactElement, type RefObject, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  AnnouncementsCard,
  AnnouncementsRoom,
  useAnnouncementsView,
} from '#features/announcements/announcements-card.tsx'
import { LectureTranscript, TranscriptRoom } from '#features/lectures/transcript/lecture-transcript.tsx'
import { NotesCard, NotesRoom } from '#features/notes/notes-card.tsx'
import type { useLectureNotes } from '#features/notes/use-lecture-notes.tsx'
import { QuestionsCard, QuestionsRoom } from '#features/questions/questions-card.tsx'
import { useQuestionsView } from '#features/questions/use-questions-view.ts'
import { type FoundPlace, TutorCards, TutorRoom } from '#features/tutor/tutor-cards.tsx'
import { randomId } from '#lib/random-id.ts'
import { PartBoundary } from '#ui/part-boundary.tsx'

type Options = {
  course: CourseDetails
  user: Viewer
  enrolled: boolean
  /** as they are now */
  lectures: readonly Lecture[]
  /** the one that is open */
  lecture: Lecture | null
  /** its video is shown */
  isWatched: boolean
  watchable: (lecture: Lecture) => boolean
  notes: ReturnType<typeof useLectureNotes>
  /** in which the video plays */
  stage: RefObject<HTMLElement | null>
  openLecture: (lectureId: string) => void
}

type CourseCards = {
  cards: ReactElement
  /** keeps their room until it is known where they stand */
  rooms: ReactElement
  /** places of the open lecture that were searched for */
  found: readonly FoundPlace[]
}

/** Returns the cards beside the player of a course, or below it on a narrow screen. */
export function useCourseCards(options: Options): CourseCards {
  const { course, user, enrolled, lectures, lecture, isWatched, watchable, notes, stage, openLecture } = options
  const [search] = useSearchParams()
  const courseId = course._id
  const owner = course.creator === user._id
  const attends = owner || enrolled
  const readsQuestions = attends || user.role === 'admin'
  const open = lecture && watchable(lecture) ? lecture : null
  const [reads, setReads] = useState(false)
  const questions = useQuestionsView(courseId, search.get('question'))
  const announcements = useAnnouncementsView(courseId, search.get('announcement'))
  const [tutor, setTutor] = useState({ ask: search.has('ask'), search: false })
  const [found, setFound] = useState<readonly FoundPlace[]>([])

  const videoNow = () => stage.current?.querySelector('video') ?? null
  const secondNow = () => {
    const video = isWatched ? videoNow() : null
    return video && video.currentTime >= 1 ? Math.floor(video.currentTime) : null
  }
  const jumpTo = (to: string, second: number | null) => {
    if (second === null) openLecture(to)
    else notes.jump({ lectureId: to, place: { kind: 'video', second, videoId: '' } })
  }
  function askEducator({ title, lectureId, second }: OfferedQuestion) {
    const about = lectures.find(({ _id }) => _id === lectureId) ?? open ?? lectures.find(watchable)
    if (!about) return
    const asked = { _id: about._id, title: about.lectureTitle }
    const pinned = lectureId === about._id ? second : null
    questions.change({ open: true, view: { at: 'ask', lecture: asked, second: pinned, title, requestKey: randomId() } })
  }

  const cards = (
    <>
      {readsQuestions && (
        <PartBoundary of={courseId}>
          <TutorCards
            userId={user._id}
            courseId={courseId}
            lecture={open}
            secondNow={secondNow}
            onJump={({ lectureId: to, second }) => {
              jumpTo(to, second)
              // another lecture plays by itself when it is opened
              if (to === lecture?._id && second !== null)
                videoNow()
                  ?.play()
                  .catch(() => {})
            }}
            onQuestion={askEducator}
            open={tutor}
            onOpen={setTutor}
            onFound={setFound}
          />
        </PartBoundary>
      )}
      {lecture && isWatched && (
        <PartBoundary of={lecture._id}>
          <LectureTranscript lecture={lecture} stage={stage} open={reads} onOpen={setReads} />
        </PartBoundary>
      )}
      <PartBoundary of={courseId}>
        <NotesCard
          opened={notes.opened}
          open={notes.open}
          courseId={courseId}
          lectures={lectures.map((one) => ({ ...one, open: watchable(one) }))}
          language={course.language}
          count={notes.count}
          onAdd={notes.add}
          onJump={notes.jump}
        />
      </PartBoundary>
      {readsQuestions && (
        <PartBoundary of={courseId}>
          <QuestionsCard
            view={questions}
            courseId={courseId}
            lecture={open && { _id: open._id, title: open.lectureTitle }}
            language={course.language}
            mayAsk={attends}
            secondNow={secondNow}
            onJump={({ lectureId: to, second, videoId }) => jumpTo(to, videoId === null ? null : second)}
          />
        </PartBoundary>
      )}
      {readsQuestions && (
        <PartBoundary of={courseId}>
          <AnnouncementsCard
            key={courseId}
            view={announcements}
            courseId={courseId}
            language={course.language}
            part={owner ? 'educator' : user.role === 'admin' ? 'admin' : 'student'}
          />
        </PartBoundary>
      )}
    </>
  )
  const rooms = (
    <>
      {readsQuestions && <TutorRoom />}
      {lecture && isWatched && <TranscriptRoom lecture={lecture} />}
      <NotesRoom adds={notes.add !== null} />
      {readsQuestions && <QuestionsRoom />}
      {readsQuestions && <AnnouncementsRoom />}
    </>
  )
  return { cards, rooms, found: found.filter(({ lectureId }) => lectureId === lecture?._id) }
}
