import { Trans, useLingui } from '@lingui/react/macro'
import type { Lecture } from '@virtual-courses/contract'
import { CircleSlash, Radio } from 'lucide-react'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import type { Slot } from '#ui/slot.ts'
import { PlayerPrompt } from './player-prompt.tsx'

type NoVideoProps = { lecture: Lecture /** offered to the course's educator */; action?: Slot }

/** Shown instead of the player for a lecture without a video: it is taught live, or not ready yet. */
export function NoVideo({ lecture: { liveState, liveStartTime }, action }: NoVideoProps) {
  const { t } = useLingui()
  switch (liveState) {
    case 'live':
      return <PlayerPrompt icon={<Radio />} text={t`This lecture is live now.`} />
    case 'scheduled':
      return (
        <PlayerPrompt
          icon={<Radio />}
          text={
            liveStartTime === null ? (
              t`This lecture is taught live.`
            ) : (
              <Trans>
                This lecture is taught live, on <ReaderTime iso={liveStartTime} look="dateTime" />.
              </Trans>
            )
          }
        />
      )
    case 'ended':
      return (
        <PlayerPrompt icon={<Radio />} text={t`This lecture was taught live and has no recording.`} action={action} />
      )
    case 'none':
      return <PlayerPrompt icon={<CircleSlash />} text={t`This lecture has no video yet.`} action={action} />
  }
}
