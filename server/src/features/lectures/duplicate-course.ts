import { msg } from '@lingui/core/runtime-macro'
import { type CourseDetails, maxLectures } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import {
  addCourse,
  copyColumns,
  findUnfinishedCopies,
  getCourse,
  lockOwnCourse,
  updateCourse,
} from '../courses/index.ts'
import { withTextRoom } from '../media/index.ts'
import { courseDuplicated } from './jobs.ts'
import { copyLectures, countLectures, findLectureSizes } from './queries.ts'
import { removeUnfinishedCopy } from './remove-course.ts'
import { pieces } from './rules.ts'
import { copySections } from './sections/section-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'settings' | 'log'>

/** Bytes of texts, and lectures, that one transaction copies: others who wait for the database, or the course, go on in between. */
const piece = { bytes: 500_000, count: 50 }
/** Bytes of texts for which a copy counts once more, and how often it counts at most. */
const attemptBytes = 1_000_000
const mostAttempts = 10
/** A copy that is not complete by then was given up by a process that died. */
const abandonedMs = 3600 * 1000
const maxAbandoned = 100

/** Locks the viewer's own course, as long as it may be copied. Throws not_found, unlisted. */
async function lockOriginal(tx: Tx, courseId: string, ownerId: string) {
  const course = await lockOwnCourse(tx, courseId, ownerId)
  if (!course) throw new DomainError('not_found')
  // A copy could be published in place of the unlisted course.
  if (course.unlisted_at) throw new DomainError('unlisted')
  return course
}

/**
 * Copies the texts, image, lectures and captions of the viewer's own course into a new draft, without students, reviews and sessions. Media
 * and texts of captions are shared, and removed with the last course that refers to them. Other texts are copied in pieces; the draft is
 * hidden until it is complete. Throws not_found, unlisted, invalid_input, rate_limited, storage_full.
 */
export async function duplicateCourse(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  say: Say,
): Promise<CourseDetails> {
  const { db, limits, clock } = deps
  await limits.copies.consume(viewer.id)
  const sizes = await findLectureSizes(db, courseId)
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0)
  for (let count = 1; count < Math.min(mostAttempts, bytes / attemptBytes); count++)
    await limits.copies.consume(viewer.id)
  const id = newId()
  try {
    const sections = await transact(db, (tx) => beginCopy(tx, deps, { ownerId: viewer.id, courseId, id, say }))
    for (const ids of pieces(sizes, piece))
      await transact(db, async (tx) => {
        // The lock keeps the lectures, and so the last reference to a video, until the copy refers to it as well.
        await lockOriginal(tx, courseId, viewer.id)
        await withTextRoom(tx, deps, viewer.id, () =>
          copyLectures(tx, { ids, from: courseId, to: id, sections, now: clock.now() }),
        )
      })
    await transact(db, async (tx) => {
      await countLectures(tx, id)
      await tx.announce(courseDuplicated, { from: courseId, to: id })
      await updateCourse(tx, id, { removed_at: null, copying_since: null })
    })
  } catch (error) {
    await transact(db, (tx) => removeUnfinishedCopy(tx, deps, id)).catch((left: unknown) =>
      deps.log.warn({ err: left, courseId: id }, 'a copy of a course that was not completed stays for an hour'),
    )
    throw error
  }
  return getCourse(deps, id, viewer)
}

/** Inserts the course and the sections of a copy, hidden. Returns the ids of the sections by those of the originals. */
type NewCopy = { ownerId: string; courseId: string; id: string; say: Say }

async function beginCopy(tx: Tx, deps: Deps, { ownerId, courseId, id, say }: NewCopy) {
  const course = await lockOriginal(tx, courseId, ownerId)
  // Courses created before the limit may have more.
  if (course.lecture_count > maxLectures)
    throw new DomainError(
      'invalid_input',
      msg`A course has at most ${{ maxLectures }} lectures. Remove some before you copy it.`,
    )
  const now = deps.clock.now()
  await addCourse(tx, deps, {
    ...copyColumns(course, say),
    id,
    created_at: now,
    updated_at: now,
    removed_at: now,
    copying_since: now,
  })
  return copySections(tx, { from: courseId, to: id, now })
}

/** Removes copies that a process which died has left. */
export async function removeAbandonedCopies(deps: Pick<FeatureDeps, 'db' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedMs)
  const ids = await findUnfinishedCopies(deps.db, before, maxAbandoned)
  for (const id of ids) await transact(deps.db, (tx) => removeUnfinishedCopy(tx, deps, id))
  if (ids.length > 0) deps.log.warn({ count: ids.length }, 'copies of courses that were not completed were removed')
}
