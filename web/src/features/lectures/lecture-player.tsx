import type { Lecture } from '@virtual-courses/contract'
import { CircleSlash, Lock, MonitorPlay, Play, Radio } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/reader-time.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { LazyPlayer, preloadPlayer } from './lazy-player.tsx'
import type { PlayerProps } from './player/player.tsx'

type ContinueOfferProps = {
  lecture: Lecture
  /** the user has watched a part of the course before */
  begun: boolean
}

/** Starts a course from the player's prompt, or continues it. */
export function ContinueOffer({ lecture, begun }: ContinueOfferProps) {
  return (
    <div className="grid min-w-0 justify-items-center gap-2">
      <ButtonLink
        to={{ search: `?${new URLSearchParams({ lecture: lecture._id })}` }}
        preventScrollReset
        variant="accent"
        onPointerEnter={preloadPlayer}
        aria-describedby="continue-with"
        icon={<Play aria-hidden="true" className="size-4.5 fill-current" />}
      >
        {begun ? 'Continue' : 'Start'}
      </ButtonLink>
      <p id="continue-with" className="line-clamp-2 max-w-md text-sm text-on-night-muted wrap-anywhere">
        {lecture.lectureTitle}
      </p>
    </div>
  )
}

type NoVideoProps = { lecture: Lecture /** offered to the course's educator */; action?: ReactNode }

/** Shown instead of the player for a lecture without a video: it is taught live, or not ready yet. */
export function NoVideo({ lecture: { liveState, liveStartTime }, action }: NoVideoProps) {
  switch (liveState) {
    case 'live':
      return <PlayerPrompt icon={<Radio />} text="This lecture is live now." />
    case 'scheduled':
      return (
        <PlayerPrompt
          icon={<Radio />}
          text={
            liveStartTime === null ? (
              'This lecture is taught live.'
            ) : (
              <>
                This lecture is taught live, on <ReaderTime iso={liveStartTime} look="dateTime" />.
              </>
            )
          }
        />
      )
    case 'ended':
      return <PlayerPrompt icon={<Radio />} text="This lecture was taught live and has no recording." action={action} />
    case 'none':
      return <PlayerPrompt icon={<CircleSlash />} text="This lecture has no video yet." action={action} />
  }
}

const Reading = lazy(() => import('./lecture-reading.tsx').then(({ LectureReading }) => ({ default: LectureReading })))

type PreviewPlayerProps = { lecture: Lecture | null /** shows description and text below the video */; texts?: boolean }

/** Plays the free lectures of a course on its store page, with what there is to read. */
export function PreviewPlayer({ lecture, texts = true }: PreviewPlayerProps) {
  if (!lecture) return <PlayerPrompt text="Select a preview lecture to watch" />
  const toRead = lecture.hasContent && texts && (
    <section aria-label={lecture.lectureTitle} className="bg-surface p-4 sm:p-5">
      <h3 className="text-xl wrap-anywhere">{lecture.lectureTitle}</h3>
      <Suspense>
        <Reading lecture={lecture} />
      </Suspense>
    </section>
  )
  if (!lecture.videoUrl && lecture.hasText) return toRead
  if (!lecture.videoUrl) return <NoVideo lecture={lecture} />
  return (
    <>
      <LazyPlayer
        autoPlay
        lecture={lecture}
        refused={<PlayerPrompt text="This lecture is no longer a free preview." icon={<Lock />} />}
      />
      {toRead}
    </>
  )
}

type PlayerPromptProps = { text: ReactNode; icon?: ReactNode; action?: ReactNode }

/** Shown instead of the player while no video plays; the same size, so that nothing moves when one does. */
export function PlayerPrompt({ text, icon = <MonitorPlay />, action }: PlayerPromptProps) {
  return (
    <div className="grid aspect-video min-h-48 w-full place-items-center bg-night p-4 text-center text-on-night sm:p-6">
      <div className="grid min-w-0 justify-items-center gap-3 sm:gap-4">
        <span aria-hidden="true" className="text-accent max-sm:hidden [&_svg]:size-10 [&_svg]:stroke-[1.5]">
          {icon}
        </span>
        <p className="max-w-sm text-lg leading-snug">{text}</p>
        {action}
      </div>
    </div>
  )
}

type Props = Omit<PlayerProps, 'lecture' | 'refused'> & {
  courseId: string
  lecture: Lecture | null
  mayWatch: boolean
  /** the user teaches the course */
  owner: boolean
  /** offered while no lecture is chosen */
  offer: ReactNode
}

/** The player, or why there is none. */
export function LecturePlayer({ courseId, lecture, mayWatch, owner, offer, ...player }: Props) {
  if (!lecture) return <PlayerPrompt text="Select a lecture to start watching" action={offer} />
  const refused = (
    <PlayerPrompt
      icon={<Lock />}
      text="Enroll in this course to watch this lecture"
      action={
        <ButtonLink to={paths.course(courseId)} variant="accent">
          See the course
        </ButtonLink>
      }
    />
  )
  if (!mayWatch) return refused
  if (!lecture.videoUrl) {
    const add = (
      <ButtonLink to={paths.editLecture(courseId, lecture._id)} variant="accent">
        Add a video
      </ButtonLink>
    )
    return <NoVideo lecture={lecture} action={owner && add} />
  }
  return <LazyPlayer {...player} lecture={lecture} refused={refused} />
}
