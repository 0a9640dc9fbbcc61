import { msg } from '@lingui/core/runtime-macro'
import { type api, maxAttendedSessions, maxAttendees, type ReplyOf } from '@virtual-courses/contract'
import type { StreamReply } from '#core/call.ts'
import { csvOf } from '#core/csv.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { fileName, textDownload } from '#core/files/download.ts'
import type { Say } from '#core/languages/language.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { lockOwnLecture } from '../../lectures/index.ts'
import { findLiveLecture, type LiveLecture } from '../queries.ts'
import { missedSeconds } from '../rules.ts'
import {
  type AttendedSession,
  type AttendeeRow,
  findAttendanceRule,
  findAttendedSessions,
  findAttendees,
  putAttendanceRule,
} from './attendance-queries.ts'
import { attendanceCounts } from './tick-attended.ts'

type Deps = Pick<FeatureDeps, 'db' | 'limits'>
type Attendance = ReplyOf<typeof api.liveAttendance.read>

const secondsOf = ({ from, to }: AttendedSession): number => (to.getTime() - from.getTime()) / 1000

/** Whole percent of a session, 100 also of one that is too short to tell. */
const percentOf = (seconds: number, session: AttendedSession): number =>
  seconds >= secondsOf(session) - missedSeconds ? 100 : Math.floor((100 * seconds) / secondsOf(session))

const presentAttendee = (row: AttendeeRow, session: AttendedSession): Attendance['attendees'][number] => ({
  student: { _id: row.id, name: row.name },
  minutes: Math.round(row.seconds / 60),
  percent: percentOf(row.seconds, session),
  firstSeen: row.firstSeen.toISOString(),
  lastSeen: row.lastSeen.toISOString(),
  visits: row.visits,
})

async function requireOwn(db: Deps['db'], lectureId: string, ownerId: string): Promise<LiveLecture> {
  const lecture = await findLiveLecture(db, lectureId, ownerId)
  if (lecture?.creator_id !== ownerId) throw new DomainError('not_found')
  return lecture
}

/** Returns who attended the newest session of an owner's lecture, or the session `wanted`. Throws not_found. */
export async function readAttendance(
  { db }: Pick<Deps, 'db'>,
  ownerId: string,
  lectureId: string,
  wanted: string | undefined,
): Promise<Attendance> {
  await requireOwn(db, lectureId, ownerId)
  const sessions = await findAttendedSessions(db, lectureId, maxAttendedSessions)
  const session = wanted === undefined ? sessions[0] : sessions.find(({ id }) => id === wanted)
  if (wanted !== undefined && !session) throw new DomainError('not_found')
  const rows = session ? await findAttendees(db, { lectureId, sessionId: session.id }, maxAttendees) : []
  return {
    sessions: sessions.map(({ id, from, to, students }) => ({
      _id: id,
      from: from.toISOString(),
      to: to.toISOString(),
      students,
    })),
    sessionId: session?.id ?? null,
    attendees: session ? rows.map((row) => presentAttendee(row, session)) : [],
    ...(await readRule(db, lectureId)),
  }
}

type Rule = { completesAt: number | null; version: string }

async function readRule(on: Executor, lectureId: string): Promise<Rule> {
  const completesAt = await findAttendanceRule(on, lectureId)
  return { completesAt, version: versionOf([completesAt]) }
}

/**
 * Sets from which share of a session on attending it completes an owner's lecture. Throws not_found, changed_elsewhere, rate_limited.
 */
export async function setAttendanceRule(
  { db, limits }: Deps,
  ownerId: string,
  lectureId: string,
  { completesAt, version }: { completesAt: number | null; version?: string | undefined },
): Promise<Rule> {
  await limits.outlines.consume(ownerId)
  return transact(db, async (tx) => {
    await lockOwnLecture(tx, lectureId, ownerId)
    requireVersion(version, (await readRule(tx, lectureId)).version)
    await putAttendanceRule(tx, lectureId, completesAt)
    tx.enqueue(attendanceCounts, { lectureId })
    return readRule(tx, lectureId)
  })
}

async function* write(db: Deps['db'], lectureId: string, say: Say): AsyncGenerator<string> {
  const heads = [
    say(msg`Session began`),
    say(msg`Student`),
    say(msg`Student ID`),
    say(msg`Minutes`),
    say(msg`Share of the session (%)`),
    say(msg`First seen`),
    say(msg`Last seen`),
    say(msg`Visits`),
  ]
  yield csvOf([heads], { bom: true })
  for (const session of (await findAttendedSessions(db, lectureId, maxAttendedSessions)).reverse()) {
    const rows = await findAttendees(db, { lectureId, sessionId: session.id }, maxAttendees)
    const table = rows.map((row) => {
      const { student, minutes, percent, firstSeen, lastSeen, visits } = presentAttendee(row, session)
      return [session.from.toISOString(), student.name, student._id, minutes, percent, firstSeen, lastSeen, visits]
    })
    if (table.length > 0) yield csvOf(table)
  }
}

/** Returns the attendance of all sessions of an owner's lecture as CSV. Throws not_found, rate_limited. */
export async function exportAttendance(
  { db, limits }: Deps,
  ownerId: string,
  lectureId: string,
  say: Say,
): Promise<StreamReply> {
  const { title } = await requireOwn(db, lectureId, ownerId)
  await limits.exports.consume(ownerId)
  return textDownload(write(db, lectureId, say), fileName([title], 'attendance.csv'), 'text/csv')
}
