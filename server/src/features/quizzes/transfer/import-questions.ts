import {
  type api,
  type BodyOf,
  maxBankQuestions,
  type QuestionInput,
  shownQuestions,
  shownRemarks,
  type TransferPreview,
  type TransferRemark,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { lockOwnCourse, requireOwnCourse } from '../../courses/index.ts'
import { addQuestions } from '../bank/edit-bank.ts'
import { countQuestions } from '../bank/queries.ts'
import { textsOf, withIds } from '../bank/rules.ts'
import { formulasOf } from '../formulas.ts'
import { readFile } from './read-file.ts'
import type { Part } from './read-part.ts'
import { countImported, takeKey } from './transfer-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits'>

const dayMs = 24 * 3600 * 1000

const formulasIn = (question: QuestionInput) => {
  const { open, secret } = textsOf(withIds(question, null, newId))
  return formulasOf([...open, ...secret])
}

const isRead = (part: Part): part is Part & { question: object } => part.question !== null

const remarksOf = (
  parts: readonly { line: number; source: string; sentence: Sentence }[],
  say: Say,
): TransferRemark[] =>
  parts.slice(0, shownRemarks).map(({ line, source, sentence }) => ({ line, source, message: say(sentence) }))

/** Returns what a file would bring to the viewer's own course. Stores nothing. Throws not_found, rate_limited. */
export async function previewImport(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  { body: { format, text }, say }: { body: BodyOf<typeof api.quizTransfer.preview>; say: Say },
): Promise<TransferPreview> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.questionFiles.consume(viewer.id)
  const parts = readFile(format, text)
  const read = parts.filter(isRead)
  const unread = parts.flatMap((part) => (part.question === null ? [{ ...part, sentence: part.why }] : []))
  const changed = read.flatMap((part) => part.remarks.map((sentence) => ({ ...part, sentence })))
  const { kept } = await countQuestions(deps.db, courseId)
  return {
    total: read.length,
    questions: read.slice(0, shownQuestions).map(({ line, question, tags }) => ({
      line,
      question,
      tags,
      formulas: formulasIn(question),
    })),
    unreadTotal: unread.length,
    unread: remarksOf(unread, say),
    changedTotal: changed.length,
    changed: remarksOf(changed, say),
    room: Math.max(0, maxBankQuestions - kept),
  }
}

/**
 * Adds the questions of a file that can be read to the viewer's own course, all or none, and once for each key. Throws not_found, bank_full,
 * rate_limited.
 */
export async function importQuestions(
  deps: Deps,
  viewer: CurrentUser,
  courseId: string,
  { format, text, key }: BodyOf<typeof api.quizTransfer.import>,
): Promise<number> {
  await requireOwnCourse(deps.db, courseId, viewer.id)
  await deps.limits.questionFiles.consume(viewer.id)
  const questions = readFile(format, text).filter(isRead)
  return transact(deps.db, async (tx) => {
    // a second click waits here for the first one
    if (!(await lockOwnCourse(tx, courseId, viewer.id))) throw new DomainError('not_found')
    const now = deps.clock.now()
    const earlier = await takeKey(tx, { courseId, key, now, since: new Date(now.getTime() - dayMs) })
    if (earlier !== null) return earlier
    const ids = await addQuestions(tx, deps, { ownerId: viewer.id, courseId, questions })
    await countImported(tx, { courseId, key, questions: ids.length })
    return ids.length
  })
}
