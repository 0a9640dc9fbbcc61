import { setTimeout as sleep } from 'node:timers/promises'
import { liveBoardEvents } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Rooms } from '#ports/rooms.ts'
import { roomName } from '../room/slots.ts'
import { findChanged } from './board-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log'>

/** Milliseconds within which changes share one event, in small rooms and in large ones. */
const smallRoomMs = 40
const largeRoomMs = 150
const smallRoom = 20
/** Bytes that the whiteboard of a room sends in a millisecond: a line that grows in a large room is sent less often. */
const bytesPerMs = 10_000
/** Milliseconds after which what could not be read is read again. */
const againMs = 2000

/** The last change that was emitted, and whether others came after it. */
type Shown = { emitted: number; changed: boolean }

/**
 * Returns the listener that emits what changed on the whiteboards of rooms to the sockets of this process: all that came after the last
 * change that it emitted. Browsers that miss one see the gap, and read the board.
 */
export function deliverBoard({ db, log }: Deps, rooms: Rooms): (room: string, revision: number) => void {
  const boards = new Map<string, Shown>()

  const show = async (room: string, board: Shown): Promise<void> => {
    const people = rooms.size(roomName(room))
    const pause = people > smallRoom ? largeRoomMs : smallRoomMs
    await sleep(pause, undefined, { ref: false })
    board.changed = false
    const since = board.emitted
    const { elements, revision, bytes } = await findChanged(db, room, since)
    board.emitted = revision
    if (elements.length > 0)
      rooms.emit(roomName(room), liveBoardEvents.drawn, { roomId: room, since, revision, elements })
    const sending = (bytes * people) / bytesPerMs
    if (sending > pause) await sleep(sending - pause, undefined, { ref: false })
  }
  const run = async (room: string, board: Shown): Promise<void> => {
    while (board.changed && rooms.size(roomName(room)) > 0) {
      try {
        await show(room, board)
      } catch (error) {
        log.warn({ err: error }, 'a whiteboard could not be emitted')
        board.changed = true
        await sleep(againMs, undefined, { ref: false })
      }
    }
    boards.delete(room)
  }

  return (room, revision) => {
    const known = boards.get(room)
    if (known) {
      known.changed ||= revision > known.emitted
      return
    }
    const board = { emitted: revision - 1, changed: true }
    boards.set(room, board)
    void run(room, board)
  }
}
