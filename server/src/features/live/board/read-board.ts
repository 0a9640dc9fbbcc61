import type { api, BodyOf, ReplyOf } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { findOwnCourseId } from '../../lectures/index.ts'
import { findSession } from '../queries.ts'
import { requireInRoom } from '../together/require-in-room.ts'
import { findBoard, findDrawn, findLastBoard, markKept } from './board-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'limits'>
type Reply<N extends keyof typeof api.liveBoard> = ReplyOf<(typeof api.liveBoard)[N]>

/** Returns the whiteboard of the running session; empty while it is closed, except to hosts. Throws what `requireInRoom` throws, rate_limited. */
export async function readBoard(
  { db, limits, ...deps }: Deps,
  lectureId: string,
  viewer: CurrentUser,
): Promise<Reply<'board'>> {
  await limits.liveBoards.consume(viewer.id)
  const { roomId, isHost } = await requireInRoom(deps, db, lectureId, viewer)
  const shown = (await findSession(db, roomId))?.board_shown
  // its number first: what changes meanwhile is sent again
  const board = shown || isHost ? await findBoard(db, roomId) : undefined
  if (!board) return { roomId, revision: 0, elements: [] }
  return { roomId, revision: board.revision, elements: await findDrawn(db, roomId) }
}

/** Returns the last whiteboard of an own lecture; null when none has something on it. Throws not_found, rate_limited. */
export async function readLastBoard(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  ownerId: string,
  lectureId: string,
): Promise<Reply<'lastBoard'>> {
  await limits.liveBoards.consume(ownerId)
  if ((await findOwnCourseId(db, lectureId, ownerId)) === undefined) throw new DomainError('not_found')
  const board = await findLastBoard(db, lectureId)
  if (!board) return { board: null }
  const { session_id: roomId, revision, kept_revision, changed_at } = board
  return {
    board: {
      roomId,
      revision,
      elements: await findDrawn(db, roomId),
      changedAt: changed_at.toISOString(),
      kept: kept_revision >= revision,
    },
  }
}

/** Notes that a picture of a board is among the files of an own lecture. Throws not_found, rate_limited. */
export async function noteKept(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  ownerId: string,
  { lectureId, roomId, revision }: { lectureId: string } & BodyOf<typeof api.liveBoard.boardKept>,
): Promise<Reply<'boardKept'>> {
  await limits.liveEdits.consume(ownerId)
  return transact(db, async (tx) => {
    if ((await findOwnCourseId(tx, lectureId, ownerId)) === undefined) throw new DomainError('not_found')
    if (!(await markKept(tx, { lectureId, sessionId: roomId, revision }))) throw new DomainError('not_found')
    const board = await findBoard(tx, roomId)
    return { kept: board !== undefined && board.kept_revision >= board.revision }
  })
}
