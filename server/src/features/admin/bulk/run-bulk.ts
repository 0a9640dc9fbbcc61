import { msg } from '@lingui/core/runtime-macro'
import {
  type BulkAct,
  type BulkList,
  type BulkResult,
  messageOf,
  type UndoableAct,
  type UndoOutcome,
  type UndoResult,
  undoMinutes,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import {
  type BulkActRow,
  beginAct,
  countActs,
  deleteActsBefore,
  endAct,
  findLast,
  findNames,
  findRow,
  findSubjects,
  insertRow,
  isOwnAct,
  type LastAct,
  lockAct,
  setOutcome,
} from './bulk-queries.ts'
import { rowActs } from './row-acts.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type Limited = Deps & Pick<FeatureDeps, 'limits'>

const undoMs = undoMinutes * 60_000
/** Milliseconds after which an act is deleted, with what its rows were. */
const keptMs = 3600_000

type Asked = { key: string; act: BulkAct; ids: readonly string[]; reason: string }

/**
 * Does to each row what the single act does, in a transaction of its own, and says what became of it. A repetition with the same key goes on
 * where the first one ended. Throws changed_elsewhere for a key of another act, and where it is being undone; forbidden, rate_limited.
 */
export async function runBulk(deps: Limited, admin: CurrentUser, asked: Asked, say: Say): Promise<BulkResult> {
  await deps.limits.bulkActs.consume(admin.id)
  const act = await beginAct(deps.db, {
    id: newId(),
    admin_id: admin.id,
    key: asked.key,
    act: asked.act,
    reason: asked.reason,
    created_at: deps.clock.now(),
  })
  if (act.act !== asked.act || act.reason !== asked.reason) throw new DomainError('changed_elsewhere')
  const rows: Row<'done' | 'unchanged' | 'failed'>[] = []
  for (const _id of asked.ids) rows.push({ _id, ...(await failing(() => changeRow(deps, act.id, _id), say)) })
  const done = rows.filter(({ outcome }) => outcome === 'done').length
  const last: LastAct = { id: act.id, act: asked.act, created_at: act.created_at, count: done }
  return { rows: await withNames(deps, act, rows), undo: done === 0 ? null : presentUndoable(last) }
}

type Row<Outcome> = { _id: string; outcome: Outcome; message: string }

/** Adds the names of the rows that something is said about. */
async function withNames<Outcome>(
  { db }: Pick<FeatureDeps, 'db'>,
  { id, act }: Pick<BulkActRow, 'id' | 'act'>,
  rows: Row<Outcome>[],
): Promise<(Row<Outcome> & { name: string })[]> {
  const ids = rows.filter(({ message }) => message !== '').map(({ _id }) => _id)
  const names = ids.length === 0 ? new Map<string, string>() : await findNames(db, { actId: id, act, ids })
  return rows.map((row) => ({ ...row, name: names.get(row._id) ?? '' }))
}

/** The errors of a row are said beside it; all others end the whole call. */
async function failing<Outcome extends string>(
  work: () => Promise<Outcome>,
  say: Say,
): Promise<{ outcome: Outcome | 'failed'; message: string }> {
  try {
    return { outcome: await work(), message: '' }
  } catch (error) {
    if (!(error instanceof DomainError) || ofAll.has(error.code)) throw error
    return { outcome: 'failed', message: say(error.sentence) }
  }
}

/** What ends a call: the act is over, or its admin may act no more. */
const ofAll: ReadonlySet<string> = new Set(['changed_elsewhere', 'forbidden'])

async function changeRow(deps: Deps, actId: string, id: string): Promise<'done' | 'unchanged'> {
  return transact(deps.db, async (tx) => {
    const act = await lockAct(tx, actId)
    if (!act) throw new DomainError('forbidden')
    if (act.undone_at) throw new DomainError('changed_elsewhere')
    if (await findRow(tx, actId, id)) return 'done'
    const { run, rivals } = rowActs[act.act]
    const before = await run(deps, tx, { adminId: act.admin_id, id, reason: act.reason })
    if (!before) return 'unchanged'
    await insertRow(tx, { act_id: actId, subject_id: id, acts: await countActs(tx, id, rivals), before })
    return 'done'
  })
}

/** Thrown to roll the undoing of a row back. */
class ChangedSince extends Error {}

/**
 * Undoes an own act, each row in a transaction of its own: what someone has changed since stays as it is. A repetition goes on where the
 * first one ended. Throws not_found, undo_over, forbidden, rate_limited.
 */
export async function undoBulk(deps: Limited, admin: CurrentUser, actId: string, say: Say): Promise<UndoResult> {
  await deps.limits.bulkActs.consume(admin.id)
  const now = deps.clock.now()
  const since = new Date(now.getTime() - undoMs)
  const act = await endAct(deps.db, { id: actId, adminId: admin.id, since, now })
  if (!act) throw new DomainError((await isOwnAct(deps.db, actId, admin.id)) ? 'undo_over' : 'not_found')
  const rows: Row<UndoOutcome>[] = []
  for (const _id of await findSubjects(deps.db, actId)) rows.push({ _id, ...(await undoRow(deps, actId, _id, say)) })
  return { rows: await withNames(deps, act, rows) }
}

const changed = msg`It was changed since, and stays as it is.`

async function undoRow(
  deps: Deps,
  actId: string,
  id: string,
  say: Say,
): Promise<{ outcome: UndoOutcome; message: string }> {
  const { outcome, message } = await failing(async () => {
    try {
      return await tryUndo(deps, actId, id)
    } catch (error) {
      if (error instanceof ChangedSince) return 'changed'
      throw error
    }
  }, say)
  if (outcome !== 'undone') await keepOutcome(deps, actId, id, outcome)
  return { outcome, message: outcome === 'changed' ? say(changed) : message }
}

async function tryUndo(deps: Deps, actId: string, id: string): Promise<UndoOutcome> {
  return transact(deps.db, async (tx) => {
    const act = await lockAct(tx, actId)
    if (!act) throw new DomainError('forbidden')
    const row = await findRow(tx, actId, id)
    if (!row) throw new DomainError('not_found', messageOf('not_found'))
    if (row.undo_outcome === 'undone' || row.undo_outcome === 'changed') return row.undo_outcome
    const { rivals, undo } = rowActs[act.act]
    const undone = await undo(deps, tx, { adminId: act.admin_id, id, reason: act.reason }, row.before)
    // counted under the lock that the undoing took: anyone who acted on the row before has committed, and one entry is its own
    if (!undone || (await countActs(tx, id, rivals)) !== row.acts + 1) throw new ChangedSince()
    await setOutcome(tx, row, 'undone')
    return 'undone'
  })
}

/** Notes that a row cannot be undone, so that it is not offered again. */
async function keepOutcome(deps: Deps, actId: string, id: string, outcome: UndoOutcome): Promise<void> {
  await transact(deps.db, async (tx) => {
    const row = (await lockAct(tx, actId)) && (await findRow(tx, actId, id))
    if (row && row.undo_outcome !== 'undone') await setOutcome(tx, row, outcome)
  })
}

const presentUndoable = ({ id, act, created_at, count }: LastAct): UndoableAct => ({
  _id: id,
  act,
  count,
  until: new Date(created_at.getTime() + undoMs).toISOString(),
})

/** Returns the last act of an admin on a list while something of it can be undone. */
export async function findUndoable(deps: Deps, adminId: string, list: BulkList): Promise<UndoableAct | null> {
  const since = new Date(deps.clock.now().getTime() - undoMs)
  const last = await findLast(deps.db, { adminId, list, since })
  return last && last.count > 0 ? presentUndoable(last) : null
}

/** Deletes acts that can be undone no more, with what their rows were. */
export async function deleteOldActs({ db, clock }: Deps): Promise<void> {
  await deleteActsBefore(db, new Date(clock.now().getTime() - keptMs))
}
