import { msg } from '@lingui/core/runtime-macro'
import { type api, type BodyOf, type EntryKind, type Lecture, maxLectures } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { courseTextChanged, lockOwnCourse, presentLecture } from '../courses/index.ts'
import { withTextRoom } from '../media/index.ts'
import { lectureAdded, sessionScheduled } from './jobs.ts'
import { publishLiveChanged } from './publish-live-changed.ts'
import { findLecture, insertLecture, nextPosition } from './queries.ts'
import { decideSession, type Session } from './rules.ts'
import { findSections } from './sections/section-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits' | 'settings'>
type Wanted = BodyOf<typeof api.lectures.create>

/** Adds a lecture to the end of the owner's course, into its last section. Throws not_found, live_time_needed, invalid_input, rate_limited, storage_full. */
export async function createLecture(deps: Deps, ownerId: string, courseId: string, wanted: Wanted): Promise<Lecture> {
  await deps.limits.newLectures.consume(ownerId)
  const decision = decideSession(wanted, deps.config.TIME_ZONE)
  if ('problem' in decision) throw new DomainError(decision.problem)
  const { session } = decision
  return transact(deps.db, (tx) =>
    addEntry(tx, deps, { ownerId, courseId, title: wanted.lectureTitle, kind: 'lecture', session }),
  )
}

type NewEntry = { ownerId: string; courseId: string; title: string; kind: EntryKind; session: Session }

/**
 * Adds an entry to the end of the owner's course, into its last section. What the entry holds, its caller adds in the same transaction.
 * Throws not_found, invalid_input, storage_full.
 */
export async function addEntry(
  tx: Tx,
  deps: Omit<Deps, 'db' | 'config' | 'limits'>,
  { ownerId, courseId, title, kind, session }: NewEntry,
): Promise<Lecture> {
  const course = await lockOwnCourse(tx, courseId, ownerId)
  if (!course) throw new DomainError('not_found')
  // The lock makes the count exact.
  if (course.lecture_count >= maxLectures)
    throw new DomainError(
      'invalid_input',
      msg`A course has at most ${{ maxLectures }} lectures. Remove one, or start another course.`,
    )
  const id = newId()
  const lectureRow = {
    id,
    course_id: courseId,
    position: await nextPosition(tx, courseId),
    section_id: (await findSections(tx, courseId)).at(-1)?.id ?? null,
    title,
    kind,
    live_state: session.state,
    live_start_time: session.startTime,
    created_at: deps.clock.now(),
  }
  await withTextRoom(tx, deps, ownerId, () => insertLecture(tx, lectureRow))
  const lecture = await findLecture(tx, id)
  if (!lecture) throw new Error('a lecture that was just inserted is not there')
  // The locked row counts exactly: anyone who enrols later finds the lecture there.
  if (course.enrolment_count > 0) announce(tx, id, session)
  if (session.startTime) await publishLiveChanged(tx, { courseId, lectureId: id, ...session })
  if (course.is_published) {
    tx.enqueue(courseTextChanged, { courseId })
    tx.invalidate('catalogue')
  }
  return presentLecture(lecture)
}

function announce(tx: Tx, lectureId: string, { startTime }: Session): void {
  tx.enqueue(lectureAdded, { lectureId })
  if (startTime) tx.enqueue(sessionScheduled, { lectureId, startTime: startTime.toISOString() })
}
