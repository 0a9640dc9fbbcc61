import { type BoardElement, type DrawnElement, maxBoardElements } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { Tx } from '#core/transact.ts'

/** Bytes of an erased element as it is sent, and of what stands around any other. */
const erasedBytes = 150
/** Erased elements that are remembered, so that no older form of them comes back. */
const maxErased = maxBoardElements

/** Locks the whiteboard of a session, which is made where there is none, and returns the number of the change that is about to be made. */
export async function beginChange(tx: Tx, sessionId: string, at: Date): Promise<number> {
  const { revision } = await tx
    .insertInto('live_boards')
    .values({ session_id: sessionId, revision: 1, changed_at: at })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet({ revision: sql`live_boards.revision + 1`, changed_at: at }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** Takes back the number of a change that changed nothing: no one is notified of it. */
export async function takeBack(tx: Tx, sessionId: string): Promise<void> {
  await tx.updateTable('live_boards').set({ revision: sql`revision - 1` }).where('session_id', '=', sessionId).execute()
}

type Change = { sessionId: string; revision: number; elements: readonly BoardElement[] }

/**
 * Stores those elements that are newer than what is there, and erases none that never was; returns how many were. The board must be locked.
 */
export async function putElements(tx: Tx, { sessionId, revision, elements }: Change): Promise<number> {
  const there = await findThere(tx, sessionId, elements)
  const known = elements.filter(({ id, isDeleted }) => !isDeleted || there.has(id))
  if (known.length === 0) return 0
  const rows = known.map((element) => {
    const data = element.isDeleted ? null : JSON.stringify(element)
    const { id, version, versionNonce: nonce } = element
    return {
      session_id: sessionId,
      id,
      version,
      nonce,
      revision,
      bytes: data === null ? 0 : Buffer.byteLength(data),
      data,
    }
  })
  const put = await tx
    .insertInto('live_board_elements')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'id'])
        .doUpdateSet((excluded) => ({
          version: excluded.ref('excluded.version'),
          nonce: excluded.ref('excluded.nonce'),
          revision: excluded.ref('excluded.revision'),
          bytes: excluded.ref('excluded.bytes'),
          data: excluded.ref('excluded.data'),
        }))
        .where(
          sql<boolean>`(excluded.version, -excluded.nonce) > (live_board_elements.version, -live_board_elements.nonce)`,
        ),
    )
    .returning('id')
    .execute()
  return put.length
}

/** Returns the ids of those erased elements that a board has, or had. */
async function findThere(tx: Tx, sessionId: string, elements: readonly BoardElement[]): Promise<Set<string>> {
  const ids = elements.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : []))
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('live_board_elements')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Erases everything on a board; returns how many elements that were. The board must be locked. */
export async function eraseAll(tx: Tx, { sessionId, revision }: Omit<Change, 'elements'>): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('live_board_elements')
    .set({ data: null, bytes: 0, revision, version: sql`least(version::bigint + 1, 2147483647)`, nonce: 0 })
    .where('session_id', '=', sessionId)
    .where('data', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Number of elements of a board, and of their bytes. */
export async function measureBoard(tx: Tx, sessionId: string): Promise<{ elements: number; bytes: number }> {
  const row = await tx
    .selectFrom('live_board_elements')
    .select((select) => [
      select.fn.countAll<string>().as('elements'),
      select.fn.sum<string | null>('bytes').as('bytes'),
    ])
    .where('session_id', '=', sessionId)
    .where('data', 'is not', null)
    .executeTakeFirst()
  return { elements: Number(row?.elements ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** Deletes the elements that were erased first, of more than are remembered. */
export async function deleteErased(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .deleteFrom('live_board_elements')
    .where('session_id', '=', sessionId)
    .where('data', 'is', null)
    .where('id', 'in', (select) =>
      select
        .selectFrom('live_board_elements as erased')
        .select('erased.id')
        .where('erased.session_id', '=', sessionId)
        .where('erased.data', 'is', null)
        .orderBy('erased.revision', 'desc')
        .orderBy('erased.id')
        .offset(maxErased),
    )
    .execute()
}

const elementsOf = (on: Executor, sessionId: string) =>
  on
    .selectFrom('live_board_elements')
    .select(['id', 'version', 'nonce', 'revision', 'bytes', 'data'])
    .where('session_id', '=', sessionId)

type Row = Awaited<ReturnType<ReturnType<typeof elementsOf>['execute']>>[number]

// stored as the contract checked it
const present = ({ id, version, nonce, data }: Row): BoardElement =>
  data === null ? { id, version, versionNonce: nonce, isDeleted: true } : (data as DrawnElement)

/** Returns what changed after a change on a board that is open, the number of the last change in it, and its size in bytes. */
export async function findChanged(on: Executor, sessionId: string, since: number) {
  const rows = await elementsOf(on, sessionId)
    .where('revision', '>', since)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('live_sessions').select('id').where('id', '=', sessionId).where('board_shown', '=', true)),
    )
    .execute()
  return {
    elements: rows.map(present),
    revision: rows.reduce((last, { revision }) => Math.max(last, revision), since),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes + erasedBytes, 0),
  }
}

/** Returns what is on a board. */
export async function findDrawn(on: Executor, sessionId: string): Promise<DrawnElement[]> {
  const rows = await elementsOf(on, sessionId).where('data', 'is not', null).execute()
  return rows.map(({ data }) => data as DrawnElement) // stored as the contract checked it
}

export const findBoard = (on: Executor, sessionId: string) =>
  on.selectFrom('live_boards').selectAll().where('session_id', '=', sessionId).executeTakeFirst()

/** Returns the newest board of a lecture's sessions that has something on it. */
export const findLastBoard = (on: Executor, lectureId: string) =>
  on
    .selectFrom('live_boards')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_boards.session_id')
    .selectAll('live_boards')
    .where('live_sessions.lecture_id', '=', lectureId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('live_board_elements')
          .select('live_board_elements.id')
          .whereRef('live_board_elements.session_id', '=', 'live_boards.session_id')
          .where('live_board_elements.data', 'is not', null),
      ),
    )
    .orderBy('live_boards.changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Notes up to which change a board of a lecture was kept as a picture; false when it is not a board of this lecture. */
export async function markKept(
  tx: Tx,
  { lectureId, sessionId, revision }: { lectureId: string; sessionId: string; revision: number },
): Promise<boolean> {
  const marked = await tx
    .updateTable('live_boards')
    .set({ kept_revision: sql`greatest(kept_revision, least(revision, ${revision}::integer))` })
    .where('session_id', '=', sessionId)
    .where('session_id', 'in', (select) =>
      select.selectFrom('live_sessions').select('live_sessions.id').where('live_sessions.lecture_id', '=', lectureId),
    )
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}
