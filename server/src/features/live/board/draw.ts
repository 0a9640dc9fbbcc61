import { msg } from '@lingui/core/runtime-macro'
import { type BoardElement, maxBoardBytes, maxBoardElements } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import { findSession, type SessionRow, shareSession, updateSession } from '../queries.ts'
import { asHost, forHosts } from '../room/host-work.ts'
import { findMember, type Member } from '../room/participant-queries.ts'
import { toRoom } from '../room/room-events.ts'
import type { Slot } from '../room/slots.ts'
import { isHost } from '../rules.ts'
import { toTogether } from '../together/together-events.ts'
import { beginChange, deleteErased, eraseAll, measureBoard, putElements, takeBack } from './board-queries.ts'
import { leavesRoom, mayDraw, newestOf } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type OwnSlot = Slot & { socketId: string }

/** Opens or closes the whiteboard of a room, and says who draws on it, as a host. Throws not_in_room, forbidden. */
export const setBoard = (
  { db }: Pick<Deps, 'db'>,
  slot: Slot,
  { shown, speakersDraw }: { shown?: boolean | undefined; speakersDraw?: boolean | undefined },
): Promise<void> =>
  asHost(db, slot, async ({ tx }) => {
    const changes = {
      ...(shown !== undefined && { board_shown: shown }),
      ...(speakersDraw !== undefined && { board_speakers_draw: speakersDraw }),
    }
    if (Object.keys(changes).length === 0) return
    await updateSession(tx, slot.roomId, changes)
    tx.publish(toRoom({ kind: 'room', room: slot.roomId }))
  })

/**
 * Stores what a participant drew, changed or erased; older forms than what is there change nothing. Returns the number of the change. Throws
 * not_in_room, board_closed, forbidden, invalid_input, board_full.
 */
export async function draw(deps: Deps, slot: OwnSlot, elements: readonly BoardElement[]) {
  const drawn = newestOf(elements)
  const requireDrawer = (me: Member, session: SessionRow): void => {
    if (!session.board_shown) throw new DomainError('board_closed')
    if (!mayDraw(me.role, session))
      throw new DomainError('forbidden', msg`You can look at this whiteboard, and not draw on it`)
    if (!isHost(me.role) && !drawn.every(leavesRoom)) throw new DomainError('invalid_input')
  }
  return change(deps, slot, requireDrawer, async (tx, revision) => {
    const { roomId } = slot
    if ((await putElements(tx, { sessionId: roomId, revision, elements: drawn })) === 0) return false
    const { elements: count, bytes } = await measureBoard(tx, roomId)
    if (count > maxBoardElements || bytes > maxBoardBytes) throw new DomainError('board_full')
    if (drawn.some(({ isDeleted }) => isDeleted)) await deleteErased(tx, roomId)
    return true
  })
}

/** Erases everything on the whiteboard of a room, as a host, whatever stands there. Throws not_in_room, forbidden. */
export const clearBoard = (deps: Deps, slot: OwnSlot) =>
  change(
    deps,
    slot,
    ({ role }) => {
      if (!isHost(role)) throw forHosts()
    },
    async (tx, revision) => {
      const erased = await eraseAll(tx, { sessionId: slot.roomId, revision })
      await deleteErased(tx, slot.roomId)
      return erased > 0
    },
  )

/**
 * Changes a whiteboard in turn with all others: `work` says whether it changed anything. Who may is looked at before the turn, which
 * others wait for, and again in it, when no role changes. The turn comes before the session is shared: who waits for it holds up no one
 * that changes the room.
 */
async function change(
  { db, clock }: Deps,
  slot: OwnSlot,
  require: (me: Member, session: SessionRow) => void,
  work: (tx: Tx, revision: number) => Promise<boolean>,
): Promise<{ ok: true; revision: number }> {
  const { roomId } = slot
  const ofThisProcess = async (): Promise<{ ok: true; revision: number }> =>
    transact(db, async (tx) => {
      const requireAllowed = async (session: SessionRow | undefined): Promise<void> => {
        const me = await findMember(tx, roomId, slot.peerId)
        if (session?.ended_at !== null || me?.socket_id !== slot.socketId) throw new DomainError('not_in_room')
        require(me, session)
      }
      await requireAllowed(await findSession(tx, roomId))
      const revision = await beginChange(tx, roomId, clock.now())
      await requireAllowed(await shareSession(tx, roomId))
      if (!(await work(tx, revision))) {
        await takeBack(tx, roomId)
        return { ok: true, revision: revision - 1 }
      }
      tx.publish(toTogether({ kind: 'board', room: roomId, revision }))
      return { ok: true, revision }
    })
  return inTurn(roomId, ofThisProcess)
}

/** Changes of a room's board that wait in this process: 16 of them are more than a second. */
const mostWaiting = 100
const waiting = new Map<string, { last: Promise<unknown>; count: number }>()

/** Does one work of a room after the other, so that those who wait for the board's turn hold no connection. Throws unavailable. */
async function inTurn<R>(room: string, work: () => Promise<R>): Promise<R> {
  const queue = waiting.get(room) ?? { last: Promise.resolve(), count: 0 }
  if (queue.count >= mostWaiting) throw new DomainError('unavailable')
  queue.count += 1
  waiting.set(room, queue)
  const turn = queue.last.then(work, work)
  queue.last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    queue.count -= 1
    if (queue.count === 0) waiting.delete(room)
  }
}
