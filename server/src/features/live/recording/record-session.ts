import { msg } from '@lingui/core/runtime-macro'
import type { RecordingStop } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { moveSession, withMediaRoom } from '../media/move-room.ts'
import { findOpenSession, isCohost, lockSession, type SessionRow } from '../queries.ts'
import { requireAttendance } from '../room/attendance.ts'
import { toRoom } from '../room/room-events.ts'
import { mixingLater } from './mixing-topic.ts'
import { findAllRunning, findRunning, findToStop, insertRecording, noteHosts, stopRow } from './recording-queries.ts'
import { hoursBefore, spaceLeft } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'limits' | 'liveMixer' | 'liveMedia' | 'log'>
type Viewer = Pick<CurrentUser, 'id' | 'role'>

/** Whether the site can record: its media server writes into a folder that workers read. */
export const canRecord = ({ JANUS_RECORDINGS_DIR }: FeatureDeps['config']): boolean =>
  JANUS_RECORDINGS_DIR !== undefined

/** Returns the open session of a lecture, for its hosts. Throws not_found, not_enrolled_live, live_not_on, forbidden. */
async function requireHost(
  tx: Tx,
  lectureId: string,
  viewer: Viewer,
): Promise<{ session: SessionRow; ownerId: string }> {
  const { lecture, as } = await requireAttendance(tx, lectureId, viewer)
  const open = await findOpenSession(tx, lectureId)
  const session = open && (await lockSession(tx, open.id))
  const isHost = as === 'owner' || (session !== undefined && (await isCohost(tx, session.id, viewer.id)))
  if (!isHost) throw new DomainError('forbidden', msg`Only the educator and co-hosts of this session can record it`)
  if (!session || session.ended_at !== null || session.started_at === null) throw new DomainError('live_not_on')
  return { session, ownerId: lecture.creator_id }
}

/**
 * Begins to record the session of a lecture, which moves to a media server first where it is a mesh; a running recording goes on.
 * Everyone in the room is told. Throws not_found, not_enrolled_live, forbidden, live_not_on, recording_off, recording_needs_server,
 * recording_no_space, media_away, rate_limited.
 */
export async function startRecording(deps: Deps, viewer: Viewer, lectureId: string): Promise<Date> {
  const { db, config, clock, limits, liveMixer, liveMedia, settings } = deps
  await limits.recordings.consume(viewer.id)
  const { session: asked } = await transact(db, (tx) => requireHost(tx, lectureId, viewer))
  if (!canRecord(config)) throw new DomainError('recording_off')
  const space = await liveMixer?.measure()
  if (space && spaceLeft(space, settings.current()) <= 0) throw new DomainError('recording_no_space')
  return withMediaRoom(deps, asked.id, async (tx, mediaRoom) => {
    const { session, ownerId } = await requireHost(tx, lectureId, viewer)
    if (session.id !== asked.id) throw new DomainError('live_not_on')
    const running = await findRunning(tx, session.id)
    if (running) return running.started_at
    let { media_room: room } = session
    if (room === null) {
      if (!liveMedia.forwards) throw new DomainError('recording_needs_server')
      room = String((await moveSession(tx, session.id, mediaRoom)).room)
      tx.publish(toRoom({ kind: 'moved', room: session.id }))
    }
    const startedAt = clock.now()
    await insertRecording(tx, {
      id: newId(),
      session_id: session.id,
      lecture_id: lectureId,
      owner_id: ownerId,
      media_room: room,
      started_at: startedAt,
    })
    await noteHosts(tx, session.id)
    tx.publish(toRoom({ kind: 'room', room: session.id }))
    return startedAt
  })
}

/** Stops the recording of a lecture's session, if one runs. Returns when. Throws not_found, not_enrolled_live, forbidden. */
export async function stopRecording(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  lectureId: string,
): Promise<Date | null> {
  return transact(db, async (tx) => {
    const host = await requireHost(tx, lectureId, viewer).catch((error: unknown) => {
      // its recording has stopped with it
      if (error instanceof DomainError && error.code === 'live_not_on') return null
      throw error
    })
    const running = host && (await findRunning(tx, host.session.id))
    if (!running) return null
    const now = clock.now()
    await stopRunning(tx, { id: running.id, sessionId: running.session_id }, now, 'asked')
    return now
  })
}

/** Stops a recording and tells its room. The session must be locked where there is one. */
async function stopRunning(
  tx: Tx,
  { id, sessionId }: { id: string; sessionId: string | null },
  at: Date,
  by: RecordingStop,
): Promise<void> {
  if (sessionId !== null) await noteHosts(tx, sessionId)
  if (!(await stopRow(tx, id, at, by))) return
  if (sessionId !== null) tx.publish(toRoom({ kind: 'room', room: sessionId }))
  tx.publish(mixingLater())
}

/** Stops the recording of a session that ends, while its participants are still known. The session is locked. */
export async function stopWithSession(tx: Tx, sessionId: string, at: Date): Promise<void> {
  const running = await findRunning(tx, sessionId)
  if (running) await stopRunning(tx, { id: running.id, sessionId }, at, 'session')
}

/** Notes the hosts of what is being recorded, and stops what has run too long, lost its session, or has no space left. */
export async function superviseRecordings(deps: Omit<Deps, 'limits' | 'config' | 'liveMedia' | 'log'>): Promise<void> {
  const { db, clock, settings, liveMixer } = deps
  const running = await findAllRunning(db)
  if (running.length === 0) return
  for (const { session_id } of running) if (session_id !== null) await noteHosts(db, session_id)
  const now = clock.now()
  const ending = await findToStop(db, hoursBefore(now, settings.current().recordingHours))
  for (const { id, session_id, over } of ending)
    await stopLocked(db, { id, sessionId: session_id }, now, over ? 'lost' : 'hours')
  const space = await liveMixer?.measure()
  if (!space || spaceLeft(space, settings.current()) > 0) return
  for (const { id, session_id } of running) await stopLocked(db, { id, sessionId: session_id }, now, 'space')
}

async function stopLocked(
  db: Deps['db'],
  recording: { id: string; sessionId: string | null },
  at: Date,
  by: RecordingStop,
): Promise<void> {
  await transact(db, async (tx) => {
    if (recording.sessionId !== null) await lockSession(tx, recording.sessionId)
    await stopRunning(tx, recording, at, by)
  })
}
