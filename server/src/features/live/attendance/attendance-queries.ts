import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'
import { missedSeconds } from '../rules.ts'

/** The longest gap in seconds between two connections that is not another visit. */
const gapSeconds = 30
/** Seconds between two notes of one participant while they stay. */
export const noteSeconds = 9

/** Slots of these sockets, or all of a session that were seen by a process since a time. */
type Noted = { owned: readonly { peerId: string; socketId: string }[] } | { sessionId: string; since: Date }

const isNoted = (noted: Noted) =>
  'sessionId' in noted
    ? sql`person.session_id = ${noted.sessionId} and person.seen_at >= ${noted.since}`
    : sql`(person.peer_id, person.socket_id) in (
        select * from unnest(${noted.owned.map(({ peerId }) => peerId)}::text[],
          ${noted.owned.map(({ socketId }) => socketId)}::text[])
      )`

/**
 * Notes that participants are in their sessions: prolongs a visit up to now, or begins one where their present connection did.
 * However late it is called, who stayed connected was there. A visit ends where it was last prolonged, so a crash loses seconds.
 * `atLeast` seconds are between two notes.
 */
export async function noteAttendance(on: Executor, noted: Noted, now: Date, atLeast = 0): Promise<void> {
  await sql`
    with here as (
      select person.session_id, person.user_id, session.lecture_id,
        least(greatest(person.connected_at, session.started_at), ${now}) as since
      from live_participants as person join live_sessions as session on session.id = person.session_id
      where ${isNoted(noted)} and person.connected and person.admitted
        and session.started_at is not null and session.ended_at is null and session.lecture_id is not null
    ), prolonged as (
      update live_attendance as visit set seen_at = ${now} from here
      where visit.session_id = here.session_id and visit.user_id = here.user_id
        and visit.seen_at >= here.since - ${gap} and visit.seen_at <= ${secondsBefore(now, atLeast)}
        and not exists (
          select from live_attendance as later where later.session_id = visit.session_id
            and later.user_id = visit.user_id and later.entered_at > visit.entered_at
        )
    )
    insert into live_attendance (session_id, user_id, entered_at, seen_at, lecture_id)
    select session_id, user_id, since, ${now}, lecture_id from here
    where not exists (
      select from live_attendance as visit
      where visit.session_id = here.session_id and visit.user_id = here.user_id and visit.seen_at >= here.since - ${gap}
    )
    on conflict do nothing`.execute(on)
}

const gap = sql`make_interval(secs => ${sql.lit(gapSeconds)})`
const secondsBefore = (time: Date, seconds: number): Date => new Date(time.getTime() - seconds * 1000)

export type AttendedSession = { id: string; from: Date; to: Date; students: number }

/** Sessions of a lecture that someone attended, the newest first. The educator's own visits count for their length alone. */
export async function findAttendedSessions(on: Executor, lectureId: string, most: number): Promise<AttendedSession[]> {
  const { rows } = await sql<AttendedSession>`
    select visits.session_id as id, min(visits.entered_at) as "from", max(visits.seen_at) as "to",
      (count(distinct visits.user_id) filter (where visits.user_id <> courses.creator_id))::int as students
    from live_attendance as visits join lectures on lectures.id = visits.lecture_id
      join courses on courses.id = lectures.course_id
    where visits.lecture_id = ${lectureId}
    group by visits.session_id order by min(visits.entered_at) desc, visits.session_id limit ${most}`.execute(on)
  return rows
}

export type AttendeeRow = { id: string; name: string; seconds: number; firstSeen: Date; lastSeen: Date; visits: number }

/** Students of a session by their names. */
export async function findAttendees(
  on: Executor,
  { lectureId, sessionId }: { lectureId: string; sessionId: string },
  most: number,
): Promise<AttendeeRow[]> {
  const { rows } = await sql<AttendeeRow>`
    select users.id, users.name, sum(extract(epoch from visits.seen_at - visits.entered_at))::float8 as seconds,
      min(visits.entered_at) as "firstSeen", max(visits.seen_at) as "lastSeen", count(*)::int as visits
    from live_attendance as visits join users on users.id = visits.user_id
      join lectures on lectures.id = visits.lecture_id join courses on courses.id = lectures.course_id
    where visits.lecture_id = ${lectureId} and visits.session_id = ${sessionId} and users.id <> courses.creator_id
    group by users.id order by lower(users.name), users.id limit ${most}`.execute(on)
  return rows
}

export async function findAttendanceRule(on: Executor, lectureId: string): Promise<number | null> {
  const row = await on
    .selectFrom('live_attendance_rules')
    .select('percent')
    .where('lecture_id', '=', lectureId)
    .executeTakeFirst()
  return row?.percent ?? null
}

export async function putAttendanceRule(tx: Tx, lectureId: string, percent: number | null): Promise<void> {
  if (percent === null) await tx.deleteFrom('live_attendance_rules').where('lecture_id', '=', lectureId).execute()
  else
    await tx
      .insertInto('live_attendance_rules')
      .values({ lecture_id: lectureId, percent })
      .onConflict((conflict) => conflict.column('lecture_id').doUpdateSet({ percent }))
      .execute()
}

/**
 * Up to `most` students, those after `after` by their ids, who attended enough of a session of a lecture that is over, and have not completed
 * the lecture.
 */
export async function findAttendedEnough(
  on: Executor,
  lectureId: string,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with visits as (
      select visit.* from live_attendance as visit
      where visit.lecture_id = ${lectureId} and not exists (
        select from live_sessions as open where open.id = visit.session_id and open.ended_at is null
      )
    ), lengths as (
      select session_id, extract(epoch from max(seen_at) - min(entered_at)) as seconds from visits group by session_id
    ), attended as (
      select session_id, user_id, sum(extract(epoch from seen_at - entered_at)) as seconds
      from visits group by session_id, user_id
    )
    select distinct attended.user_id
    from attended join lengths on lengths.session_id = attended.session_id
      join live_attendance_rules as rule on rule.lecture_id = ${lectureId}
      join lectures on lectures.id = rule.lecture_id
      join enrolments on enrolments.course_id = lectures.course_id and enrolments.user_id = attended.user_id
      left join lecture_progress as progress
        on progress.lecture_id = lectures.id and progress.user_id = attended.user_id
    where lengths.seconds > 0
      and attended.seconds >= least(lengths.seconds * rule.percent / 100, lengths.seconds - ${missedSeconds}::int)
      and progress.completed_at is null and attended.user_id > ${after}
    order by attended.user_id limit ${most}`.execute(on)
  return rows.map(({ user_id }) => user_id)
}

/** Deletes what was last seen before a time. */
export async function deleteOldAttendance(on: Executor, before: Date): Promise<void> {
  await on.deleteFrom('live_attendance').where('seen_at', '<', before).execute()
}

/** Deletes when a user was in sessions. */
export async function deleteAttendanceOf(on: Executor, userId: string): Promise<void> {
  await on.deleteFrom('live_attendance').where('user_id', '=', userId).execute()
}
