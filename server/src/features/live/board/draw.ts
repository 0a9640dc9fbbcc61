import { msg } from '@lingui/core/runtime-macro'
import { type BoardElement, maxBoardBytes, maxBoardElements } from '@virtual-courses/contract'
import PQueue from 'p-queue'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
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

type Changed = { ok: true; revision: number }

/** What participants do on the whiteboards of rooms. */
export type Board = {
  /**
   * Stores what a participant drew, changed or erased; older forms than what is there change nothing. Returns the number of the change.
   * Throws not_in_room, board_closed, forbidden, invalid_input, board_full.
   */
  draw(slot: OwnSlot, elements: readonly BoardElement[]): Promise<Changed>
  /** Erases everything, as a host, whatever stands there. Throws not_in_room, forbidden. */
  clear(slot: OwnSlot): Promise<Changed>
}

export function createBoard({ db, clock }: Deps): Board {
  /** changes of each room that wait in this process; a socket has one at a time */
  const queues = new Map<string, PQueue>()

  async function inTurn(room: string, work: () => Promise<Changed>): Promise<Changed> {
    const queue = queues.get(room) ?? new PQueue({ concurrency: 1 })
    queues.set(room, queue)
    try {
      return await queue.add(work)
    } finally {
      if (queue.size + queue.pending === 0) queues.delete(room)
    }
  }

  /**
   * Changes a whiteboard in turn with all others: `work` says whether it changed anything. Who may not waits for no turn; rights are read
   * again in it, when no role changes. The turn among processes comes before the session is shared, so that no one waits who changes the
   * room.
   */
  async function change(
    slot: OwnSlot,
    require: (me: Member, session: SessionRow) => void,
    work: (tx: Tx, revision: number) => Promise<boolean>,
  ): Promise<Changed> {
    const { roomId } = slot
    const requireAllowed = async (on: Executor, session: SessionRow | undefined): Promise<void> => {
      const me = await findMember(on, roomId, slot.peerId)
      if (session?.ended_at !== null || me?.socket_id !== slot.socketId) throw new DomainError('not_in_room')
      require(me, session)
    }
    await requireAllowed(db, await findSession(db, roomId))
    return inTurn(roomId, () =>
      transact(db, async (tx) => {
        const revision = await beginChange(tx, roomId, clock.now())
        await requireAllowed(tx, await shareSession(tx, roomId))
        if (!(await work(tx, revision))) {
          await takeBack(tx, roomId)
          return { ok: true, revision: revision - 1 }
        }
        tx.publish(toTogether({ kind: 'board', room: roomId, revision }))
        return { ok: true, revision }
      }),
    )
  }

  return {
    async draw(slot, elements) {
      const drawn = newestOf(elements)
      const requireDrawer = (me: Member, session: SessionRow): void => {
        if (!session.board_shown) throw new DomainError('board_closed')
        if (!mayDraw(me.role, session))
          throw new DomainError('forbidden', msg`You can look at this whiteboard, and not draw on it`)
        if (!isHost(me.role) && !drawn.every(leavesRoom)) throw new DomainError('invalid_input')
      }
      return change(slot, requireDrawer, async (tx, revision) => {
        const { roomId } = slot
        if ((await putElements(tx, { sessionId: roomId, revision, elements: drawn })) === 0) return false
        const { elements: count, bytes } = await measureBoard(tx, roomId)
        if (count > maxBoardElements || bytes > maxBoardBytes) throw new DomainError('board_full')
        if (drawn.some(({ isDeleted }) => isDeleted)) await deleteErased(tx, roomId)
        return true
      })
    },
    clear(slot) {
      const requireHost = ({ role }: Member): void => {
        if (!isHost(role)) throw forHosts()
      }
      return change(slot, requireHost, async (tx, revision) => {
        const erased = await eraseAll(tx, { sessionId: slot.roomId, revision })
        await deleteErased(tx, slot.roomId)
        return erased > 0
      })
    },
  }
}
