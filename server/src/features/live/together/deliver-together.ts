import { liveTogetherEvents } from '@virtual-courses/contract'
import type { Db } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Rooms } from '#ports/rooms.ts'
import { findBoard } from '../board/board-queries.ts'
import { deliverBoard } from '../board/deliver-board.ts'
import { presentMessage } from '../present.ts'
import type { SessionRow } from '../queries.ts'
import { roomName } from '../room/slots.ts'
import { readNotes } from './notes.ts'
import { findPolls, findPollsById } from './poll-queries.ts'
import { presentPolls, stateOf } from './present-poll.ts'
import { findMessage } from './question-queries.ts'
import type { TogetherChange } from './together-events.ts'

type Deps = Pick<FeatureDeps, 'db' | 'log'>

/** Milliseconds within which votes, and savings of the notes, share one event. */
const gatherMs = 500

/** Returns the listener that emits what changed in rooms to the sockets of this process, which reads the changed rows when it does. */
export function deliverTogether({ db, log }: Deps, rooms: Rooms): (change: TogetherChange) => void {
  const failed = (error: unknown): void => log.warn({ err: error }, 'a change of a live room could not be emitted')
  const isHere = (room: string): boolean => rooms.size(roomName(room)) > 0

  const showMessage = async (room: string, id: string): Promise<void> => {
    const message = await findMessage(db, id)
    if (message) rooms.emit(roomName(room), liveTogetherEvents.marked, presentMessage(message))
  }
  const showPolls = gather(gatherMs, async (room, ids) => {
    const polls = (await findPollsById(db, [...ids])).filter((poll) => stateOf(poll) !== 'draft')
    for (const poll of await presentPolls(db, polls))
      rooms.emit(roomName(room), liveTogetherEvents.poll, { roomId: room, poll })
  })
  const showNotes = gather(gatherMs, async (room, [lecture]) => {
    if (lecture === undefined) return
    const notes = await readNotes(db, lecture)
    await rooms.emitGradually(roomName(room), liveTogetherEvents.notes, { roomId: room, notes })
  })

  const showBoard = deliverBoard({ db, log }, rooms)

  return (change) => {
    const { room } = change
    if (!isHere(room)) return
    switch (change.kind) {
      case 'marked':
        return void showMessage(room, change.message).catch(failed)
      case 'poll':
        return showPolls(room, change.poll, failed)
      case 'poll-deleted':
        return rooms.emit(roomName(room), liveTogetherEvents.pollDeleted, { roomId: room, pollId: change.poll })
      case 'notes':
        return showNotes(room, change.lecture, failed)
      case 'board':
        return showBoard(room, change.revision)
      case 'reactions':
        return rooms.emit(roomName(room), liveTogetherEvents.reactions, { roomId: room, counts: change.counts })
    }
  }
}

/** Returns the changes that show what there is in a room to people who may have missed some. */
export async function changesOf(db: Db, { id: room, lecture_id: lecture }: SessionRow): Promise<TogetherChange[]> {
  const board = await findBoard(db, room)
  return [
    ...(await findPolls(db, room)).map(({ id }): TogetherChange => ({ kind: 'poll', room, poll: id })),
    ...(lecture === null ? [] : [{ kind: 'notes' as const, room, lecture }]),
    ...(board ? [{ kind: 'board' as const, room, revision: board.revision }] : []),
  ]
}

/**
 * Returns a function that collects ids of each room for so long, and shows them together. What changes while they are shown is shown after
 * it, so that the last event has the last state.
 */
function gather(milliseconds: number, show: (room: string, ids: readonly string[]) => Promise<void>) {
  const waiting = new Map<string, Set<string>>()
  const busy = new Set<string>()
  const later = (room: string, failed: (error: unknown) => void): void => {
    busy.add(room)
    setTimeout(() => {
      const ids = [...(waiting.get(room) ?? [])]
      waiting.delete(room)
      show(room, ids)
        .catch(failed)
        .finally(() => {
          busy.delete(room)
          if (waiting.has(room)) later(room, failed)
        })
    }, milliseconds).unref()
  }
  return (room: string, id: string, failed: (error: unknown) => void): void => {
    waiting.set(room, (waiting.get(room) ?? new Set()).add(id))
    if (!busy.has(room)) later(room, failed)
  }
}
