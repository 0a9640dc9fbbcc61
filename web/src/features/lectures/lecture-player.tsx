import { Trans, useLingui } from '@lingui/react/macro'
import type { Lecture, Opening } from '@virtual-courses/contract'
import { Lock, Play } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { ButtonLink } from '#ui/button.tsx'
import type { Slot } from '#ui/slot.ts'
import { preloadEngine } from './lazy-player.tsx'
import { NoVideo } from './no-video.tsx'
import { Player, type PlayerProps } from './player/player.tsx'
import { PlayerPrompt } from './player-prompt.tsx'

type ContinueOfferProps = {
  lecture: Lecture
  /** of the course */
  language: string | undefined
  /** the user has watched a part of the course before */
  begun: boolean
}

/** Starts a course from the player's prompt, or continues it. */
export function ContinueOffer({ lecture, language, begun }: ContinueOfferProps) {
  return (
    <div className="grid min-w-0 justify-items-center gap-2">
      <ButtonLink
        to={{ search: `?${new URLSearchParams({ lecture: lecture._id })}` }}
        preventScrollReset
        variant="accent"
        aria-describedby="continue-with"
        icon={<Play aria-hidden="true" className="size-4.5 fill-current" />}
      >
        {begun ? <Trans>Continue</Trans> : <Trans context="course">Start</Trans>}
      </ButtonLink>
      <p
        {...writtenIn(language)}
        id="continue-with"
        className="line-clamp-2 max-w-md text-sm text-on-night-muted wrap-anywhere"
      >
        {lecture.lectureTitle}
      </p>
    </div>
  )
}

type Props = Omit<PlayerProps, 'lecture' | 'refused' | 'courseId'> & {
  courseId: string
  lecture: Lecture | null
  mayWatch: boolean
  /** when and why the lecture opens, while it is closed to this user */
  opening?: Opening | undefined
  /** the entry that has to be done first */
  before?: Lecture | undefined
  /** the user teaches the course */
  owner: boolean
  /** offered while no lecture is chosen */
  offer: Slot
  /** the course has streams: what plays them is fetched before a lecture is chosen */
  streams: boolean
}

/**
 * The player, or why there is none. It belongs to the page's code: fetched after the page, it would come a second later on a slow line.
 * The document has the video, its picture, and a button that plays it before the scripts are there.
 */
export function LecturePlayer({
  courseId,
  lecture,
  mayWatch,
  opening,
  before,
  owner,
  offer,
  streams,
  ...player
}: Props) {
  const { t } = useLingui()
  useEffect(() => {
    if (streams) preloadEngine()
  }, [streams])
  if (!lecture) return <PlayerPrompt text={t`Select a lecture to start watching`} action={offer} />
  const refused = (
    <PlayerPrompt
      icon={<Lock />}
      text={t`Enroll in this course to watch this lecture`}
      action={
        <ButtonLink to={paths.course(courseId)} variant="accent">
          <Trans>See the course</Trans>
        </ButtonLink>
      }
    />
  )
  if (!mayWatch) return refused
  if (opening)
    return (
      <PlayerPrompt
        icon={<Lock />}
        text={opening.sentence}
        action={
          before && (
            <ButtonLink to={paths.entry(courseId, before)} variant="accent">
              <Trans>Go to what comes first</Trans>
            </ButtonLink>
          )
        }
      />
    )
  if (!lecture.videoUrl) {
    const add = (
      <ButtonLink to={paths.editLecture(courseId, lecture._id)} variant="accent">
        <Trans>Add a video</Trans>
      </ButtonLink>
    )
    return <NoVideo lecture={lecture} action={owner && add} />
  }
  return <Player {...player} courseId={courseId} lecture={lecture} refused={refused} />
}
