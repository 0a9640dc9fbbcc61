import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'

/** Seconds between two notes of one participant, and the longest gap that is not another visit. */
const noteSeconds = 9
const gapSeconds = 30

/**
 * Notes that the participants with these slots are in their sessions: prolongs the interval of a visit, or begins one. An interval ends where
 * it was last prolonged, so a crash loses no more than some seconds and nothing has to be closed.
 */
export async function noteAttendance(on: Executor, peerIds: readonly string[], now: Date): Promise<void> {
  if (peerIds.length === 0) return
  await sql`
    with here as (
      select person.session_id, person.user_id, session.lecture_id
      from live_participants as person join live_sessions as session on session.id = person.session_id
      where person.peer_id = any(${peerIds}::text[]) and person.connected and person.admitted
        and session.started_at is not null and session.ended_at is null and session.lecture_id is not null
    ), prolonged as (
      update live_attendance as visit set seen_at = ${now} from here
      where visit.session_id = here.session_id and visit.user_id = here.user_id
        and visit.seen_at between ${secondsBefore(now, gapSeconds)} and ${secondsBefore(now, noteSeconds)}
    )
    insert into live_attendance (session_id, user_id, entered_at, seen_at, lecture_id)
    select session_id, user_id, ${now}, ${now}, lecture_id from here
    where not exists (
      select from live_attendance as visit
      where visit.session_id = here.session_id and visit.user_id = here.user_id
        and visit.seen_at >= ${secondsBefore(now, gapSeconds)}
    )
    on conflict do nothing`.execute(on)
}

const secondsBefore = (time: Date, seconds: number): Date => new Date(time.getTime() - seconds * 1000)
