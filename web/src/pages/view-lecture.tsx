import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CourseDetails,
  api as calls,
  isolate,
  type Lecture,
  type LectureContent,
  type PublicUser,
  type ReplyOf,
  type Viewer,
} from '@virtual-courses/contract'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { redirect, type ShouldRevalidateFunctionArgs, useNavigationType, useSearchParams } from 'react-router'
import { useCourseCards } from '#app/course/use-course-cards.tsx'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer, shouldRevalidate as readsAgain } from '#app/loaders.ts'
import { EducatorCard } from '#features/accounts/educator-card.tsx'
import { LearningHead } from '#features/courses/learning-head.tsx'
import { SaleNote } from '#features/courses/sale-note.tsx'
import { OfferCard } from '#features/enrolments/offer-card.tsx'
import { CourseFinished } from '#features/learning/course-finished.tsx'
import { CourseProgressBar } from '#features/learning/course-progress.tsx'
import { LectureTick, ReadingEnd } from '#features/learning/lecture-tick.tsx'
import { useCourseProgress } from '#features/learning/progress-store.ts'
import { usePositionReports, useReadingReport, useUnsentPositions } from '#features/learning/use-position-reports.ts'
import { useCurrentInView } from '#features/lectures/current-in-view.ts'
import { lecturesInWords } from '#features/lectures/lecture-lengths.ts'
import { LectureList } from '#features/lectures/lecture-list.tsx'
import { ContinueOffer, LecturePlayer } from '#features/lectures/lecture-player.tsx'
import { LectureReading } from '#features/lectures/lecture-reading.tsx'
import { mayWatch } from '#features/lectures/may-watch.ts'
import { ListPlace, StageFrame } from '#features/lectures/stage.tsx'
import { useOpenLecture } from '#features/lectures/use-open-lecture.ts'
import { LectureLive, LiveMark } from '#features/live/lecture-live.tsx'
import { useLiveLectures } from '#features/live/use-live-lectures.ts'
import { useLectureNotes } from '#features/notes/use-lecture-notes.tsx'
import { useVideoChecks } from '#features/quizzes/checks/use-video-checks.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { stage, useStage } from '#lib/stage.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useWideScreen } from '#lib/use-wide-screen.ts'
import { Card } from '#ui/layout/card.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import type { Route } from './+types/view-lecture.ts'

type Data = {
  course: CourseDetails
  creator: PublicUser | null
  user: Viewer
  enrolled: boolean
  progress: ReplyOf<typeof calls.learning.course>
  /** of the lecture in the address, where it has any */
  content: LectureContent | null
}

const load = guarded<Route.LoaderArgs['params'], Data>('signedIn', async ({ api, params, viewer, url }) => {
  const [course, { enrolled }, progress] = await Promise.all([
    api(calls.courses.get, { params }),
    api(calls.enrolments.enrolled, { params }),
    api(calls.learning.course, { params }),
  ])
  const entry = course.lectures.find(({ _id }) => _id === url.searchParams.get('lecture'))
  const isClosed = progress.entries.some(({ lectureId, opening }) => opening && lectureId === entry?._id)
  // it has a page of its own
  if (entry?.kind && !isClosed) throw redirect(paths.entry(course._id, entry))
  const creator = await api(calls.courses.creator, { body: { userId: course.creator } }).catch(() => null)
  const content =
    entry?.hasContent && !isClosed && mayWatch(entry, course, { user: viewer, enrolled })
      ? await api(calls.lectures.content, { params: { lectureId: entry._id } }).catch(() => null)
      : null
  return { course, creator, user: viewer, enrolled, progress, content }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** Choosing another lecture only changes the address. Without a lecture, the position to continue from is read again. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  readsAgain(change) &&
  (change.currentUrl.pathname !== change.nextUrl.pathname ||
    change.currentUrl.search === change.nextUrl.search ||
    !change.nextUrl.searchParams.has('lecture'))

/** A place of a lecture in an address: whole seconds, or the number of a part. */
const placeIn = (search: URLSearchParams, name: string): number | null => {
  const value = search.get(name) ?? ''
  return /^\d{1,6}$/.test(value) ? Number(value) : null
}

export default function ViewLecture({ loaderData }: Route.ComponentProps) {
  const { course, creator, user, enrolled, progress, content } = loaderData
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  // no autoplay after opening or reloading an address, only after a navigation such as "Watch Now"
  const pressed = useNavigationType() !== 'POP'
  const player = useRef<HTMLDivElement>(null)
  const owner = course.creator === user._id
  const attends = owner || enrolled
  const lectures = useLiveLectures(course._id, course.lectures, attends)
  const learning = useCourseProgress(progress)
  const openingOf = ({ _id }: Lecture) => learning.entries.get(_id)?.opening
  const entitled = (lecture: Lecture) => mayWatch(lecture, course, { user, enrolled })
  const watchable = (lecture: Lecture) => entitled(lecture) && openingOf(lecture) === undefined
  const at = lectures.findIndex((lecture) => lecture._id === search.get('lecture'))
  const lecture = lectures[at] ?? null
  const plays = (one: Lecture) => watchable(one) && one.videoUrl !== ''
  const leads = (one: Lecture) => plays(one) || (watchable(one) && (one.hasText || one.kind !== undefined))
  const next = (at >= 0 && lectures.slice(at + 1).find(leads)) || null
  const toRead = lecture && watchable(lecture) && lecture.hasContent ? lecture : null
  /** a lecture to read in place of a video */
  const textOnly = toRead?.hasText && toRead.videoUrl === '' ? toRead : null
  const watched = lecture && plays(lecture) ? lecture._id : null
  const goOn = lectures.find(({ _id }) => _id === progress.continueLectureId)

  const lectureId = lecture?._id

  const { theatre, below } = useStage()
  // on a phone below the video, else in the column beside it; until that is known both are there, and the styles show one
  // what stands beside the player is rendered after it
  const wide = useDeferredValue(useWideScreen())
  const text = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const openLecture = useOpenLecture(course)
  const notes = useLectureNotes({
    userId: user._id,
    courseId: course._id,
    lecture: lecture && (watched || textOnly) ? lecture : null,
    reads: textOnly !== null,
    stage: player,
    text,
    second: placeIn(search, 't'),
    part: placeIn(search, 'part'),
    open: openLecture,
  })
  const stops = useVideoChecks(progress.checks, watched)

  const { cards, rooms, found } = useCourseCards({
    course,
    user,
    enrolled,
    lectures,
    lecture,
    isWatched: watched !== null,
    watchable,
    notes,
    stage: player,
    openLecture,
  })

  const { startAt, newerPosition, onPosition, onPlayedBefore } = usePositionReports({
    userId: user._id,
    lectureId: watched,
    // only what students watch is counted
    videoId: enrolled ? lecture?.videoId : undefined,
    learning,
  })
  const lectureIds = useMemo(() => course.lectures.map(({ _id }) => _id), [course])
  useUnsentPositions(user._id, lectureIds, learning)
  useReadingReport(textOnly?._id ?? null, learning.learn)
  const liveLecture = lecture ?? lectures.find(({ isLive }) => isLive) ?? null

  const nextId = next?._id
  const playNext = useCallback(() => void (nextId && openLecture(nextId)), [openLecture, nextId])

  useCurrentInView(list, lectureId, `${wide} ${theatre} ${below}`)
  // on a phone the list is below the player, which would otherwise play out of view
  useEffect(() => {
    if (lectureId) player.current?.scrollIntoView({ block: 'nearest' })
  }, [lectureId])

  return (
    <div className="shell pt-5 pb-section">
      <PageMeta title={lecture ? `${isolate(lecture.lectureTitle)} · ${isolate(course.title)}` : course.title} />
      <div className="learning">
        <LearningHead course={course} back={owner ? paths.myCourses : paths.enrolledCourses} />
        {!textOnly && (
          <StageFrame player={player} plays={watched}>
            <PartBoundary of={lecture?._id}>
              <LecturePlayer
                courseId={course._id}
                course={course.title}
                lecture={lecture}
                mayWatch={lecture !== null && entitled(lecture)}
                opening={lecture ? openingOf(lecture) : undefined}
                before={lectures.find(({ _id }) => lecture && _id === openingOf(lecture)?.after)}
                streams={lectures.some((one) => watchable(one) && one.streamUrl !== undefined)}
                owner={owner}
                theatre={wide ? { on: theatre, toggle: () => stage.change({ theatre: !theatre }) } : null}
                offer={
                  goOn &&
                  watchable(goOn) && (
                    <ContinueOffer lecture={goOn} language={course.language} begun={progress.lastLectureId !== null} />
                  )
                }
                startAt={(duration) => {
                  const { second } = notes
                  const at = second()
                  return at !== null && at < duration ? at : startAt(duration)
                }}
                notes={notes.player && { ...notes.player, found }}
                stops={stops}
                newerPosition={newerPosition}
                onPosition={onPosition}
                onPlayedBefore={onPlayedBefore}
                autoPlay={pressed}
                next={
                  next && {
                    title: next.lectureTitle,
                    language: course.language,
                    play: playNext,
                    isElsewhere: next.kind !== undefined,
                  }
                }
                finished={
                  next
                    ? null
                    : (again) => (
                        <CourseFinished
                          courseId={course._id}
                          completion={learning.completion}
                          enrolled={enrolled}
                          onAgain={again}
                        />
                      )
                }
              />
            </PartBoundary>
          </StageFrame>
        )}
        <div data-part="text" className="*:mt-5">
          {!attends && <OfferCard course={course} user={user} note={course.sale && <SaleNote sale={course.sale} />} />}
          {lecture && (
            <div ref={textOnly ? player : null} className="scroll-mt-[calc(var(--spacing-bar)+0.5rem)]">
              <h2 {...writtenIn(course.language)} className="text-2xl wrap-anywhere" aria-live="polite">
                {lecture.lectureTitle}
              </h2>
            </div>
          )}
          {wide === null && <div className="grid gap-5 lg:hidden">{rooms}</div>}
          {wide === false && cards}
          {toRead && (
            <PartBoundary of={toRead._id}>
              <div ref={text}>
                <LectureReading
                  lecture={toRead}
                  initial={content}
                  aside={textOnly ? notes.besidePart : undefined}
                  end={
                    textOnly && (
                      <ReadingEnd
                        completed={learning.completed.has(textOnly._id)}
                        onComplete={() => learning.tick(textOnly._id, true)}
                        next={next && { title: next.lectureTitle, go: playNext }}
                      />
                    )
                  }
                />
              </div>
            </PartBoundary>
          )}
          {liveLecture && (
            <PartBoundary of={liveLecture._id}>
              <LectureLive
                key={liveLecture._id}
                lecture={liveLecture}
                language={course.language}
                who={owner ? 'owner' : enrolled ? 'student' : 'other'}
                named={lecture === null}
              />
            </PartBoundary>
          )}
        </div>
        <div data-part="list">
          <div className="flex flex-col gap-4 lg:sticky lg:top-[calc(var(--spacing-bar)+1.25rem)] lg:-mx-2 lg:max-h-[calc(100dvh-var(--spacing-bar)-2.5rem)] lg:overflow-y-auto lg:px-2 lg:pb-2">
            {wide === null && <div className="grid gap-5 max-lg:hidden">{rooms}</div>}
            {wide === true && cards}
            <Card
              as="section"
              flush
              ref={list}
              aria-labelledby="all-lectures"
              className="lg:min-h-[min(24rem,55dvh)] lg:overflow-y-auto"
            >
              <div className="flex items-baseline justify-between gap-3 px-5 py-4">
                <h2 id="all-lectures" className="font-sans text-lg">
                  <Trans>All Lectures</Trans>
                </h2>
                <div className="flex items-center gap-3">
                  {lectures.length > 0 && <p className="text-sm text-muted">{lecturesInWords(lectures, i18n)}</p>}
                  <ListPlace />
                </div>
              </div>
              {attends && lectures.length > 0 && (
                <CourseProgressBar
                  completed={lectures.filter(({ _id }) => learning.completed.has(_id)).length}
                  count={lectures.length}
                  completion={enrolled ? learning.completion : undefined}
                  className="px-5 pb-5"
                />
              )}
              <LectureList
                courseId={course._id}
                lectures={lectures}
                sections={course.sections}
                language={course.language}
                current={lecture?._id ?? null}
                mayWatch={entitled}
                closed={(one) => openingOf(one)?.sentence}
                // a quiz or an assignment has none for its educator, who does not pass it
                tick={({ _id, lectureTitle, kind }) =>
                  (kind === undefined || learning.entries.has(_id)) && (
                    <LectureTick
                      title={lectureTitle}
                      completed={learning.completed.has(_id)}
                      entry={learning.entries.get(_id)}
                      onChange={(ticked) => learning.tick(_id, ticked)}
                    />
                  )
                }
                mark={(one) => <LiveMark lecture={one} />}
              />
            </Card>
          </div>
        </div>
        {creator && (
          <section data-part="more" aria-labelledby="instructor">
            <h2 id="instructor" className="mb-3 text-2xl">
              <Trans>Instructor</Trans>
            </h2>
            <Card>
              <EducatorCard
                educator={{ name: creator.name, description: creator.description, photoUrl: creator.photoUrl }}
                noBio={t`No bio available.`}
              />
            </Card>
          </section>
        )}
      </div>
    </div>
  )
}
