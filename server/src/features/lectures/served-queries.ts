import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import { findAttachments } from './attachments/attachment-queries.ts'
import { fromBits, type Hundredths, hundredthsOf, nothing, toBits } from './served-rules.ts'

/** Length that a video counts of which none is known, and a lecture of nothing but files, in seconds. */
const usualSeconds = 300
/** How much of a text is read in a second, in bytes; a text takes at least a minute. */
const bytesReadPerSecond = 15

/** What is given of a lecture at once. */
export type Given = { video?: Hundredths; files?: Hundredths; text?: true }

/** Who is given something of a lecture: someone who paid for it. */
export type Receiver = { userId: string; courseId: string; lectureId: string }

/**
 * Adds what is given of a lecture to its mark, which never falls. It waits for a refund that is being decided, and the next one sees it.
 * Returns the whole mark; undefined for who is not enrolled any more.
 */
export async function addServed(on: Executor, { userId, courseId, lectureId }: Receiver, given: Given) {
  const { video = nothing, files = nothing, text = false } = given
  const { rows } = await sql<{ video: string; files: string; is_read: boolean }>`
    insert into served_lectures as old (user_id, course_id, lecture_id, video, files, is_read)
    select user_id, course_id, ${lectureId}, ${toBits(video)}::bit(100), ${toBits(files)}::bit(100), ${text}::boolean
    from enrolments where user_id = ${userId} and course_id = ${courseId} for key share
    on conflict (user_id, course_id, lecture_id) do update set
      video = old.video | excluded.video, files = old.files | excluded.files, is_read = old.is_read or excluded.is_read
    returning video::text, files::text, is_read`.execute(on)
  const row = rows[0]
  return row && { video: fromBits(row.video), files: fromBits(row.files), isRead: row.is_read }
}

/** How often attendance of live sessions is counted, in seconds, and what that is of the length by which a session counts. */
const attendanceSeconds = 60
const attendanceParts = Math.round((100 * attendanceSeconds) / usualSeconds)

/**
 * Counts the buyers who are in a live session with its educator now, as if that much of a video had been given to them. It is called
 * once a minute. A lecture that has a video counts by its video alone.
 */
export async function addAttendance(on: Executor): Promise<void> {
  await sql`
    insert into served_lectures as old (user_id, course_id, lecture_id, video, files, is_read)
    select enrolments.user_id, enrolments.course_id, lectures.id,
      ${toBits(hundredthsOf(0, attendanceParts, 100))}::bit(100), ${toBits(nothing)}::bit(100), false
    from live_sessions
      join lectures on lectures.id = live_sessions.lecture_id and lectures.video_id is null and not lectures.is_preview_free
      join courses on courses.id = lectures.course_id
      join live_participants as student on student.session_id = live_sessions.id
        and student.connected and student.admitted
      join enrolments on enrolments.user_id = student.user_id and enrolments.course_id = lectures.course_id
      join orders on orders.id = enrolments.order_id and orders.amount_paise > 0
    where live_sessions.started_at is not null and live_sessions.ended_at is null
      and exists (
        select from live_participants as educator
        where educator.session_id = live_sessions.id and educator.user_id = courses.creator_id and educator.connected
      )
    order by enrolments.user_id, enrolments.course_id
    for key share of enrolments
    on conflict (user_id, course_id, lecture_id) do update
      set video = (old.video >> ${sql.lit(attendanceParts)}) | excluded.video`.execute(on)
}

/** Returns the part of a lecture's files that one of them is. */
export async function partOfFiles(on: Executor, lectureId: string, attachmentId: string): Promise<Hundredths> {
  const ids = (await findAttachments(on, lectureId)).map(({ id }) => id)
  const place = ids.indexOf(attachmentId)
  return place < 0 ? nothing : hundredthsOf(place, place + 1, ids.length)
}

/** Whether this viewer paid for the course of a query. */
export const paidBy = (viewerId: string | null) =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (
        select 1 from enrolments join orders on orders.id = enrolments.order_id
        where enrolments.course_id = courses.id and enrolments.user_id = ${viewerId} and orders.amount_paise > 0
      )`

/**
 * The lectures that are sold, which free previews are not, with the lengths in seconds by which they count: those that hold nothing
 * count nothing.
 */
export const soldLectures = sql`(
  select lectures.id, lectures.course_id,
    case when lectures.video_id is not null then coalesce(videos.duration_seconds, ${sql.lit(usualSeconds)})
      when lectures.live_state <> 'none' then ${sql.lit(usualSeconds)}
      when octet_length(lectures.body) = 0 and exists (select from lecture_attachments where lecture_id = lectures.id)
      then ${sql.lit(usualSeconds)} else 0 end as video_seconds,
    case when octet_length(lectures.body) > 0
      then greatest(60, ceil(octet_length(lectures.body) / ${sql.lit(bytesReadPerSecond)}::numeric)::integer) else 0 end as text_seconds
  from lectures left join videos on videos.id = lectures.video_id
  where not lectures.is_preview_free
)`

/** Seconds of a lecture's video, text and files that a row `served_lectures` is worth; the files are worth as much as the rest together. */
export const servedVideo = sql<number>`bit_count(served.video) / 100.0 * video_seconds`
export const servedText = sql<number>`case when served.is_read then text_seconds else 0 end`
export const servedFiles = sql<number>`bit_count(served.files) / 100.0 * (video_seconds + text_seconds)`
/** The same of the part that counts as video: lectures of nothing but files have one, too. */
export const servedShown = sql<number>`greatest(bit_count(served.video), bit_count(served.files)) / 100.0 * video_seconds`

/** What a player loads ahead, in seconds, at most (`bufferLimits` of the player): of a short lecture, all. */
const aheadSeconds = 60

/**
 * Which part of the video that was served counts as watched, 0 to 1, by its sum and that of all there is, in seconds: none of what one player
 * loads ahead, at most half of all, and everything once all was served.
 */
export const watchedVideo = (served: RawBuilder<unknown>, all: RawBuilder<unknown>) => {
  const ahead = sql`least(${sql.lit(aheadSeconds)}, ${all} / 2.0)`
  return sql<number>`coalesce(greatest(0, ${served} - ${ahead}) * ${all} / nullif(${served} * (${all} - ${ahead}), 0), 0)`
}
