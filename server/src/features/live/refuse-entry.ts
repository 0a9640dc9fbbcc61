import { DomainError } from '#core/domain-error.ts'
import { readableTime } from '../notifications/index.ts'
import type { Attended } from './require-attendance.ts'
import { decideEntry } from './rules.ts'

/** Throws live_too_early, with the time when the room opens, or live_not_on, unless who attends may enter now. */
export function refuseEntry({ lecture, as }: Attended, now: Date, zone: string): void {
  const decision = decideEntry(as, { state: lecture.live_state, startTime: lecture.live_start_time }, now)
  if ('ok' in decision) return
  if (decision.opensAt)
    throw new DomainError(
      'live_too_early',
      `This session begins on ${readableTime(decision.opensAt, zone)}. Please come back then.`,
    )
  throw new DomainError(
    decision.problem,
    as === 'owner' && lecture.live_state !== 'ended'
      ? 'Start the session first. Then you can enter its room.'
      : undefined,
  )
}
