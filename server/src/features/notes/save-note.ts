import {
  type api,
  type BodyOf,
  deletedNoteDays,
  foldText,
  maxNotes,
  maxNotesOfCourse,
  type Note,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { requireWatchable } from '../video/delivery/index.ts'
import { presentNote } from './present.ts'
import {
  countNotes,
  deleteRowsBefore,
  findNote,
  findTitles,
  lockAuthor,
  markDeleted,
  putNote,
  trimDeleted,
} from './queries.ts'
import { decideRemoval, decideSave } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>
type Wanted = BodyOf<typeof api.notes.save>

const dayMs = 24 * 3600 * 1000
const deletedAtOnce = 500
/** Rows of deleted notes that an account has; the oldest go before their time, or notes made and deleted without end would fill the table. */
const mostDeleted = 1000

const knownOf = (row: { revision: string; deleted_at: Date | null } | undefined) =>
  row && { revision: row.revision, deleted: row.deleted_at !== null }

/**
 * Creates a note in a lecture that its author may watch, changes it, or brings a deleted one back. Throws not_found (also for one that was
 * deleted elsewhere), not_entitled, changed_elsewhere, notes_full, rate_limited.
 */
export async function saveNote(deps: Deps, viewer: CurrentUser, noteId: string, wanted: Wanted): Promise<Note> {
  await deps.limits.notes.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    if (!(await lockAuthor(tx, viewer.id))) throw new DomainError('unauthenticated')
    const row = await findNote(tx, viewer.id, noteId)
    const decision = decideSave(knownOf(row), wanted)
    if (decision === 'done' && row) return presentNote(row)
    if (decision === 'conflict') throw new DomainError('changed_elsewhere')
    if (decision === 'gone') throw new DomainError('not_found')
    // a note stays in its lecture, which may be closed to its author by now
    if (row && row.lecture_id !== wanted.lectureId) throw new DomainError('invalid_input')
    const courseId = row?.course_id ?? (await requireWatchable(tx, wanted.lectureId, viewer, deps)).courseId
    if (decision === 'create') await requireRoom(tx, viewer.id, courseId)
    const titles = await findTitles(tx, wanted.lectureId)
    const { place, text, revision } = wanted
    const now = deps.clock.now()
    await putNote(tx, {
      user_id: viewer.id,
      id: noteId,
      course_id: courseId,
      course_title: titles?.course ?? row?.course_title ?? '',
      lecture_id: wanted.lectureId,
      lecture_title: titles?.lecture ?? row?.lecture_title ?? '',
      kind: place.kind,
      second: place.kind === 'video' ? place.second : null,
      video_id: place.kind === 'video' ? place.videoId : null,
      block: place.kind === 'text' ? place.block : null,
      quote: place.kind === 'text' ? place.quote : '',
      text,
      folded: foldText(place.kind === 'text' ? `${text} ${place.quote}` : text),
      revision,
      created_at: row?.created_at ?? now,
      changed_at: now,
      deleted_at: null,
    })
    const saved = await findNote(tx, viewer.id, noteId)
    if (!saved) throw new DomainError('not_found')
    return presentNote(saved)
  })
}

async function requireRoom(tx: Tx, userId: string, courseId: string): Promise<void> {
  const { all, here } = await countNotes(tx, userId, courseId)
  if (all >= maxNotes || here >= maxNotesOfCourse) throw new DomainError('notes_full')
}

/** Deletes a note of a user; returns whether it was there. Throws changed_elsewhere, rate_limited. */
export async function removeNote(
  deps: Omit<Deps, 'config'>,
  viewer: CurrentUser,
  noteId: string,
  { revision, replaces }: { revision: string; replaces: string },
): Promise<boolean> {
  await deps.limits.notes.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    if (!(await lockAuthor(tx, viewer.id))) throw new DomainError('unauthenticated')
    const row = await findNote(tx, viewer.id, noteId)
    const decision = decideRemoval(knownOf(row), { revision, replaces: replaces.split(',') })
    if (decision === 'conflict') throw new DomainError('changed_elsewhere')
    if (decision === 'done') return false
    await markDeleted(tx, { userId: viewer.id, id: noteId, revision, now: deps.clock.now() })
    await trimDeleted(tx, viewer.id, mostDeleted)
    return true
  })
}

/** Deletes the rows of notes that were deleted so long ago that no request for them can be under way. */
export async function deleteOldRows({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - deletedNoteDays * dayMs)
  while ((await deleteRowsBefore(db, before, deletedAtOnce)) === deletedAtOnce);
}
