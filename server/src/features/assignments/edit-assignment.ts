import { msg } from '@lingui/core/runtime-macro'
import { type Assignment, type api, type BodyOf, type Lecture, pointsOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireVersion } from '#core/read-version.ts'
import { transact } from '#core/transact.ts'
import {
  addEntry,
  changeLecture,
  entriesLeaving,
  lecturesCopied,
  listAttachments,
  lockOwnLecture,
  parseLocalTime,
  requireKind,
} from '../lectures/index.ts'
import { removeAnswerFiles } from './delete-answers.ts'
import { assignmentVersion, presentAssignment } from './present.ts'
import { copyAssignments, findAssignment, insertAssignment, updateAssignment } from './queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits' | 'settings'>

/** What an assignment asks for until its educator says otherwise. */
const begun = { late_rule: 'marked', late_percent: 10, max_attempts: 5, max_marks: 10, rubric: '[]' } as const

/** Adds an assignment to the end of the owner's course. Throws not_found, invalid_input, rate_limited, storage_full. */
export async function createAssignment(deps: Deps, ownerId: string, courseId: string, title: string): Promise<Lecture> {
  await deps.limits.newLectures.consume(ownerId)
  const session = { state: 'none', startTime: null } as const
  return transact(deps.db, async (tx) => {
    const lecture = await addEntry(tx, deps, { ownerId, courseId, title, kind: 'assignment', session })
    await insertAssignment(tx, { lecture_id: lecture._id, due_at: null, changed_at: deps.clock.now(), ...begun })
    return lecture
  })
}

function readDueTime(text: string | null | undefined, zone: string): Date | null {
  if (!text || text === 'null') return null
  const time = parseLocalTime(text, zone)
  if (!time) throw new DomainError('invalid_input', msg`Please enter a date and time`)
  return time
}

/** Changes an own assignment. Throws not_found, invalid_input, changed_elsewhere, rate_limited, storage_full. */
export async function editAssignment(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  wanted: BodyOf<typeof api.assignments.edit>,
): Promise<Assignment> {
  const { config, clock } = deps
  await deps.limits.lectureEdits.consume(ownerId)
  const dueAt = readDueTime(wanted.dueAt, config.TIME_ZONE)
  return transact(deps.db, async (tx) => {
    requireKind((await lockOwnLecture(tx, lectureId, ownerId)).kind, 'assignment')
    const before = await findAssignment(tx, lectureId, ownerId)
    if (!before) throw new DomainError('not_found')
    requireVersion(wanted.version, assignmentVersion(before))
    const changes = { lectureTitle: wanted.title, text: wanted.task }
    await changeLecture(tx, deps, { ownerId, lectureId, changes, kind: 'assignment', videoId: undefined })
    await updateAssignment(tx, lectureId, {
      due_at: dueAt,
      late_rule: wanted.lateRule,
      late_percent: wanted.latePercent,
      max_attempts: wanted.maxAttempts,
      max_marks: pointsOf(wanted.rubric) || wanted.maxMarks,
      rubric: JSON.stringify(wanted.rubric),
      changed_at: clock.now(),
    })
    const row = await findAssignment(tx, lectureId, ownerId)
    if (!row) throw new DomainError('not_found')
    const files = await listAttachments(tx, lectureId)
    return presentAssignment(row, { files, zone: config.TIME_ZONE, own: true })
  })
}

/** Copies assignments with their entries, and removes the files of answers with what they were handed in for. */
export function followEntries(db: Db, clock: FeatureDeps['clock']): void {
  lecturesCopied.on(db, (tx, { copies }) => copyAssignments(tx, copies, clock.now()))
  entriesLeaving.on(db, removeAnswerFiles)
}
