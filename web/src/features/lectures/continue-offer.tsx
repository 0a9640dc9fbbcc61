import type { Lecture } from '@virtual-courses/contract'
import { Play } from 'lucide-react'
import { ButtonLink } from '#ui/button-link.tsx'
import { preloadPlayer } from './lazy-player.tsx'

type Props = {
  lecture: Lecture
  /** somebody has watched something of the course before */
  begun: boolean
}

/** The way into a course from the player's prompt: on from where one stopped, or from the beginning. */
export function ContinueOffer({ lecture, begun }: Props) {
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
