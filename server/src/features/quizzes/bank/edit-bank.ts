import {
  type api,
  type BankQuestion,
  type BodyOf,
  imagePath,
  maxBankQuestions,
  maxQuizPictures,
  type ReplyOf,
} from '@virtual-courses/contract'
import type { ReceivedFile } from '#core/call.ts'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { type Tx, transact } from '#core/transact.ts'
import { lockOwnCourse, requireOwnCourse } from '../../courses/index.ts'
import { discardMedia, storeImage } from '../../media/index.ts'
import { formulasOf } from '../formulas.ts'
import { keyCorrected } from '../jobs.ts'
import { changeQuestions } from './change-questions.ts'
import {
  type BankQuery,
  type BankRow,
  countPictures,
  countQuestions,
  deleteQuestion,
  dropForms,
  findCourseOfQuestion,
  findOwnQuestion,
  findQuestions,
  findTags,
  insertPicture,
  insertQuestions,
  lockKeys,
  putForm,
  updateQuestion,
} from './queries.ts'
import { fitsAnswers, foldedOf, textsOf, withIds } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

/** Questions that a course may have with those that were deleted and that only attempts have. */
const mostKept = 2 * maxBankQuestions
/** Bytes that the questions of a course take in the database, from which on it gets no more. */
const mostBytes = 16_000_000
/** Forms of a question: each time that it is saved for new attempts while others have the present one. */
const mostForms = 200

const versionOfRow = ({ content, tags }: Pick<BankRow, 'content' | 'tags'>): string => versionOf([content, tags])

/** Returns a question of the bank with its key, for the creator of the course. */
export function presentBankQuestion(row: BankRow): BankQuestion {
  const { open, secret } = textsOf(row.content)
  return {
    _id: row.id,
    question: row.content,
    tags: row.tags,
    formulas: formulasOf([...open, ...secret]),
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    version: versionOfRow(row),
    attempts: row.attempts,
  }
}

/** Returns a question of the viewer's own course. Throws not_found. */
export async function readQuestion(on: Executor, viewer: CurrentUser, questionId: string): Promise<BankQuestion> {
  const row = await findOwnQuestion(on, questionId, viewer.id)
  if (!row) throw new DomainError('not_found')
  return presentBankQuestion(row)
}

/** Returns a page of the questions of the viewer's own course. Throws not_found. */
export async function listQuestions(
  { db }: Pick<Deps, 'db'>,
  viewer: CurrentUser,
  courseId: string,
  query: BankQuery,
): Promise<ReplyOf<typeof api.quizBank.list>> {
  await requireOwnCourse(db, courseId, viewer.id)
  const { rows, next, previous } = await findQuestions(db, courseId, query)
  const { kept: total } = await countQuestions(db, courseId)
  return { questions: rows.map(presentBankQuestion), tags: await findTags(db, courseId), total, next, previous }
}

type NewQuestion = BodyOf<typeof api.quizBank.create>

/** Adds questions to the bank of the owner's course, all or none. Returns their ids. Throws not_found, bank_full. */
export async function addQuestions(
  tx: Tx,
  { clock }: Pick<FeatureDeps, 'clock'>,
  { ownerId, courseId, questions }: { ownerId: string; courseId: string; questions: readonly NewQuestion[] },
): Promise<string[]> {
  if (!(await lockOwnCourse(tx, courseId, ownerId))) throw new DomainError('not_found')
  // The lock makes the count exact.
  const { kept, all, bytes } = await countQuestions(tx, courseId)
  if (kept + questions.length > maxBankQuestions || all + questions.length > mostKept || bytes > mostBytes)
    throw new DomainError('bank_full')
  const last = clock.now().getTime()
  const rows = questions.map(({ question: input, tags }, at) => {
    const question = withIds(input, null, newId)
    // a millisecond apart, so that they keep their order
    const now = new Date(last - (questions.length - 1 - at))
    return { id: newId(), courseId, question, tags, folded: foldedOf(question, tags), now }
  })
  await insertQuestions(tx, rows)
  return rows.map(({ id }) => id)
}

/** Adds a question to the bank of the viewer's own course. Throws not_found, bank_full, rate_limited. */
export async function createQuestion(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  wanted: NewQuestion,
): Promise<BankQuestion> {
  await deps.limits.quizEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const [id = ''] = await addQuestions(tx, deps, { ownerId: viewer.id, courseId, questions: [wanted] })
    return readQuestion(tx, viewer, id)
  })
}

/**
 * Changes a question of the viewer's own course. A correction marks the attempts that have it again, by a job. Throws not_found,
 * changed_elsewhere, question_differs, bank_full, rate_limited.
 */
export async function saveQuestion(
  deps: Deps,
  viewer: CurrentUser,
  questionId: string,
  { question: input, tags, appliesTo, version }: BodyOf<typeof api.quizBank.save>,
): Promise<BankQuestion> {
  await deps.limits.quizEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const courseId = await findCourseOfQuestion(tx, questionId, viewer.id)
    if (courseId === undefined) throw new DomainError('not_found')
    if (!(await lockOwnCourse(tx, courseId, viewer.id))) throw new DomainError('not_found')
    await lockKeys(tx, courseId, 'change')
    const row = await findOwnQuestion(tx, questionId, viewer.id)
    if (!row) throw new DomainError('not_found')
    requireVersion(version, versionOfRow(row))
    const question = withIds(input, row.content, newId)
    if (appliesTo === 'all' && !fitsAnswers(row.content, question)) throw new DomainError('question_differs')
    const form = appliesTo === 'all' ? row.form : row.form + 1
    const { bytes } = await countQuestions(tx, courseId)
    if (form > mostForms || bytes > mostBytes) throw new DomainError('bank_full')
    await putForm(tx, questionId, form, question)
    const now = deps.clock.now()
    await changeQuestions(tx, courseId, () =>
      updateQuestion(tx, { id: questionId, question, tags, folded: foldedOf(question, tags), now, form }),
    )
    await dropForms(tx, questionId)
    if (appliesTo === 'all' && row.attempts > 0) tx.enqueue(keyCorrected, { questionId, form, change: newId() })
    return readQuestion(tx, viewer, questionId)
  })
}

/** Deletes a question of the viewer's own course; returns whether it was there. Throws rate_limited. */
export async function removeQuestion(deps: Deps, viewer: CurrentUser, questionId: string): Promise<boolean> {
  await deps.limits.quizEdits.consume(viewer.id)
  return transact(deps.db, async (tx) => {
    const courseId = await findCourseOfQuestion(tx, questionId, viewer.id)
    // an attempt that begins at this moment has the question, or does not get it
    if (courseId === undefined) return false
    await lockKeys(tx, courseId, 'change')
    return changeQuestions(tx, courseId, () => deleteQuestion(tx, questionId, viewer.id, deps.clock.now()))
  })
}

/** Authorizes a picture before its bytes are read. Throws not_found, rate_limited. */
export async function authorizePicture(deps: Deps, viewer: CurrentUser, courseId: string): Promise<void> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.quizEdits.consume(viewer.id)
}

type PictureDeps = Deps & Pick<FeatureDeps, 'storage' | 'images' | 'log' | 'settings'>

/**
 * Stores a picture for the questions of the viewer's own course, and returns its address. Throws not_found, bank_full, invalid_input,
 * wrong_media, rate_limited, unavailable, disk_full, storage_full.
 */
export async function addPicture(
  deps: PictureDeps,
  viewer: CurrentUser,
  courseId: string,
  { received, signal }: { received: ReceivedFile | undefined; signal?: AbortSignal | undefined },
): Promise<string> {
  if (!received) throw new DomainError('invalid_input')
  const imageId = await storeImage(deps, viewer.id, { path: received.path }, { signal })
  try {
    await transact(deps.db, async (tx) => {
      if (!(await lockOwnCourse(tx, courseId, viewer.id))) throw new DomainError('not_found')
      if ((await countPictures(tx, courseId)) >= maxQuizPictures) throw new DomainError('bank_full')
      await insertPicture(tx, { imageId, courseId, now: deps.clock.now() })
    })
  } catch (error) {
    await discardMedia(deps, { images: [imageId] })
    throw error
  }
  return imagePath(imageId, 640, 'webp')
}
