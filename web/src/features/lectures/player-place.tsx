import type { Lecture } from '@virtual-courses/contract'
import { CircleSlash, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { LazyPlayer } from './lazy-player.tsx'
import type { PlayerProps } from './player/player.tsx'
import { PlayerPrompt } from './player-prompt.tsx'

type Props = Omit<PlayerProps, 'lecture' | 'refused'> & {
  courseId: string
  lecture: Lecture | null
  mayWatch: boolean
  /** offered while no lecture is chosen */
  offer: ReactNode
}

/** The player, or what stands in its place. */
export function PlayerPlace({ courseId, lecture, mayWatch, offer, ...player }: Props) {
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
  if (!lecture.videoUrl) return <PlayerPrompt icon={<CircleSlash />} text="This lecture has no video yet." />
  return <LazyPlayer {...player} lecture={lecture} refused={refused} />
}
