import { type Course, api as calls, type Lecture, type PublicUser, type User } from '@virtual-courses/contract'
import { CircleSlash, Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type ShouldRevalidateFunctionArgs, useNavigate, useSearchParams } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { PersonCard } from '#features/accounts/person-card.tsx'
import { lectureCount } from '#features/lectures/lecture-count.ts'
import { LectureList } from '#features/lectures/lecture-list.tsx'
import { PlayerPrompt } from '#features/lectures/player-prompt.tsx'
import { VideoPlayer } from '#features/lectures/video-player.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import type { Route } from './+types/view-lecture.ts'

type Data = { course: Course; creator: PublicUser | null; user: User; enrolled: boolean }

const load = guarded<Route.LoaderArgs['params'], Data>('signedIn', async ({ api, params, viewer }) => {
  const [course, { enrolled }] = await Promise.all([
    api(calls.courses.get, { params }),
    api(calls.enrolments.enrolled, { params }),
  ])
  const creator = await api(calls.courses.creator, { body: { userId: course.creator } }).catch(() => null)
  return { course, creator, user: viewer, enrolled }
})

export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** Choosing another lecture changes the address alone; the course is the same. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  change.defaultShouldRevalidate &&
  (change.currentUrl.pathname !== change.nextUrl.pathname || change.currentUrl.search === change.nextUrl.search)

type PlaceProps = { lecture: Lecture | null; course: Course; mayWatch: boolean; onEnded: () => void }

/** The player, or what stands in its place. */
function PlayerPlace({ lecture, course, mayWatch, onEnded }: PlaceProps) {
  if (!lecture) return <PlayerPrompt text="Select a lecture to start watching" />
  const refused = (
    <PlayerPrompt
      icon={<Lock />}
      text="Enroll in this course to watch this lecture"
      action={
        <ButtonLink to={paths.course(course._id)} variant="accent">
          See the course
        </ButtonLink>
      }
    />
  )
  if (!mayWatch) return refused
  if (!lecture.videoUrl) return <PlayerPrompt icon={<CircleSlash />} text="This lecture has no video yet." />
  return <VideoPlayer key={lecture._id} lecture={lecture} resume onEnded={onEnded} refused={refused} />
}

export default function ViewLecture({ loaderData }: Route.ComponentProps) {
  const { course, creator, user, enrolled } = loaderData
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const player = useRef<HTMLDivElement>(null)
  const { lectures } = course
  const owner = course.creator === user._id
  const mayWatch = (lecture: Lecture) => owner || enrolled || lecture.isPreviewFree
  const at = lectures.findIndex((lecture) => lecture._id === search.get('lecture'))
  const lecture = lectures[at] ?? null
  const next = at >= 0 ? lectures[at + 1] : undefined
  const lectureId = lecture?._id

  // below the player on a phone, a choice in the list would otherwise play out of sight
  useEffect(() => {
    if (lectureId) player.current?.scrollIntoView({ block: 'nearest' })
  }, [lectureId])

  return (
    <div className="shell pt-5 pb-section">
      <PageMeta title={lecture ? `${lecture.lectureTitle} · ${course.title}` : course.title} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="min-w-0">
          <div className="mb-4 flex items-start gap-2">
            <BackLink to={owner ? paths.myCourses : paths.enrolledCourses} className="-ml-2.5" />
            <div className="min-w-0">
              <h1 className="text-2xl leading-11 wrap-anywhere">{course.title}</h1>
              <div className="mt-1 flex flex-wrap gap-2">
                {course.category && <Badge tone="primary">{course.category}</Badge>}
                {course.level && <Badge>{course.level}</Badge>}
              </div>
            </div>
          </div>
          <div
            ref={player}
            className="scroll-mt-[calc(var(--spacing-bar)+0.5rem)] overflow-hidden rounded-lg shadow-card max-sm:-mx-gutter max-sm:rounded-none"
          >
            <PlayerPlace
              lecture={lecture}
              course={course}
              mayWatch={lecture !== null && mayWatch(lecture)}
              onEnded={() => next && mayWatch(next) && navigate({ search: `?lecture=${encodeURIComponent(next._id)}` })}
            />
          </div>
          {lecture && (
            <h2 className="mt-5 text-2xl wrap-anywhere" aria-live="polite">
              {lecture.lectureTitle}
            </h2>
          )}
        </div>
        <section aria-labelledby="all-lectures" className="lg:row-span-2">
          <Card
            flush
            className="lg:sticky lg:top-[calc(var(--spacing-bar)+1.25rem)] lg:max-h-[calc(100dvh-var(--spacing-bar)-2.5rem)] lg:overflow-y-auto"
          >
            <div className="flex items-baseline justify-between gap-3 px-5 py-4">
              <h2 id="all-lectures" className="font-sans text-lg">
                All Lectures
              </h2>
              {lectures.length > 0 && <p className="text-sm text-muted">{lectureCount(lectures.length)}</p>}
            </div>
            <LectureList lectures={lectures} current={lecture?._id ?? null} mayWatch={mayWatch} />
          </Card>
        </section>
        {creator && (
          <section aria-labelledby="instructor">
            <h2 id="instructor" className="mb-3 text-2xl">
              Instructor
            </h2>
            <Card>
              <PersonCard
                person={{ name: creator.name, description: creator.description, photoUrl: creator.photoUrl }}
                noBio="No bio available."
              />
            </Card>
          </section>
        )}
      </div>
    </div>
  )
}
