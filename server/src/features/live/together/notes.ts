import { msg } from '@lingui/core/runtime-macro'
import type { LiveNotes } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import { findLiveNotes, lockLecture } from '../../lectures/index.ts'
import { findOpenSession } from '../queries.ts'
import { requireAttendance, requireOpenTo } from '../room/attendance.ts'
import { deleteNotes, putNotes } from './notes-queries.ts'
import { lockInRoom } from './require-in-room.ts'
import { toTogether } from './together-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>

/** Returns the notes of a lecture's sessions; an empty text where there are none. */
export async function readNotes(on: Executor, lectureId: string): Promise<LiveNotes> {
  const text = (await findLiveNotes(on, lectureId)) ?? ''
  return { text, version: versionOf([text]) }
}

/** Returns the notes to a user who may attend the lecture's sessions. Throws what `requireAttendance` throws, not_open_yet. */
export async function getNotes(
  { db, ...deps }: Pick<Deps, 'db' | 'clock' | 'config'>,
  lectureId: string,
  viewer: CurrentUser,
): Promise<LiveNotes & { mayEdit: boolean }> {
  const attended = await requireAttendance(db, lectureId, viewer)
  await requireOpenTo(db, attended, viewer, deps)
  return { ...(await readNotes(db, lectureId)), mayEdit: attended.as === 'owner' }
}

type Saving = { text: string; version?: string | undefined }

/**
 * Replaces the notes, as a host of the running session or as the educator at any time; an empty text deletes them. Throws what
 * `requireAttendance` throws, forbidden, changed_elsewhere, rate_limited.
 */
export async function saveNotes(
  { db, limits, ...deps }: Deps,
  lectureId: string,
  writer: CurrentUser,
  saving: Saving,
): Promise<LiveNotes> {
  await limits.liveEdits.consume(writer.id)
  return transact(db, async (tx) => {
    const { as } = await requireAttendance(tx, lectureId, writer)
    if (as !== 'owner' && !(await lockInRoom(deps, tx, lectureId, writer)).isHost)
      throw new DomainError('forbidden', msg`Only a host of this session can do this`)
    if (!(await lockLecture(tx, lectureId))) throw new DomainError('not_found')
    requireVersion(saving.version, (await readNotes(tx, lectureId)).version)
    // PostgreSQL rejects half of a surrogate pair
    const text = saving.text.toWellFormed()
    if (text === '') await deleteNotes(tx, lectureId)
    else await putNotes(tx, { lectureId, text, at: deps.clock.now() })
    const session = await findOpenSession(tx, lectureId)
    if (session) tx.publish(toTogether({ kind: 'notes', room: session.id, lecture: lectureId }))
    return { text, version: versionOf([text]) }
  })
}
