import { msg } from '@lingui/core/runtime-macro'
import {
  type BoardElement,
  type LiveRole,
  maxBoardCharacters,
  maxBoardElements,
  maxDrawnCharacters,
  maxElementCharacters,
  maxSpeakerVersion,
} from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { type SessionRow, shareSession, updateSession } from '../queries.ts'
import { asHost } from '../room/host-work.ts'
import { findMember } from '../room/participant-queries.ts'
import { toRoom } from '../room/room-events.ts'
import type { Slot } from '../room/slots.ts'
import { isHost } from '../rules.ts'
import { toTogether } from '../together/together-events.ts'
import { beginChange, deleteErased, measureBoard, putElements, takeBack } from './board-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>
type OwnSlot = Slot & { socketId: string }

const tooLarge = () => new DomainError('invalid_input', msg`This is too much for one part of the whiteboard`)

/** Returns each element once, in its newest form. Throws `invalid_input` for one that is too large, and for too many of them. */
export function newestOf(elements: readonly BoardElement[]): BoardElement[] {
  const newest = new Map<string, BoardElement>()
  let all = 0
  for (const element of elements) {
    const characters = JSON.stringify(element).length
    all += characters
    if (characters > maxElementCharacters || all > maxDrawnCharacters) throw tooLarge()
    const other = newest.get(element.id)
    if (!other || isNewer(element, other)) newest.set(element.id, element)
  }
  return [...newest.values()]
}

type Version = Pick<BoardElement, 'version' | 'versionNonce'>

const isNewer = (one: Version, other: Version): boolean =>
  one.version > other.version || (one.version === other.version && one.versionNonce < other.versionNonce)

const mayDraw = (role: LiveRole, { board_speakers_draw }: SessionRow): boolean =>
  isHost(role) || (role === 'speaker' && board_speakers_draw)

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
 * Stores what a participant drew, changed or erased; older forms than what is there change nothing. Throws not_in_room, board_closed,
 * forbidden, invalid_input, board_full.
 */
export async function draw({ db, clock }: Deps, slot: OwnSlot, elements: readonly BoardElement[]): Promise<void> {
  const { roomId } = slot
  const drawn = newestOf(elements)
  await transact(db, async (tx) => {
    const session = await shareSession(tx, roomId)
    const me = await findMember(tx, roomId, slot.peerId)
    if (session?.ended_at !== null || me?.socket_id !== slot.socketId) throw new DomainError('not_in_room')
    if (!session.board_shown) throw new DomainError('board_closed')
    if (!mayDraw(me.role, session))
      throw new DomainError('forbidden', msg`You can look at this whiteboard, and not draw on it`)
    // a host can always replace what a speaker drew
    if (!isHost(me.role) && drawn.some(({ version }) => version > maxSpeakerVersion))
      throw new DomainError('invalid_input')
    const revision = await beginChange(tx, roomId, clock.now())
    if ((await putElements(tx, { sessionId: roomId, revision, elements: drawn })) === 0) return takeBack(tx, roomId)
    const measured = await measureBoard(tx, roomId)
    if (measured.elements > maxBoardElements || measured.characters > maxBoardCharacters)
      throw new DomainError('board_full')
    if (drawn.some(({ isDeleted }) => isDeleted)) await deleteErased(tx, roomId)
    tx.publish(toTogether({ kind: 'board', room: roomId, revision }))
  })
}
