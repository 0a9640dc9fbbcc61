import type { Lecture } from '@virtual-courses/contract'
import { CircleSlash, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { ReaderTime } from '#lib/reader-time.tsx'
import { PlayerPrompt } from './player-prompt.tsx'

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
