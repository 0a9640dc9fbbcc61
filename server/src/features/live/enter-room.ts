import { createHash, randomBytes } from 'node:crypto'
import { type JoinedRoom, type JoinOptions, placeKeptSeconds } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { findRoomPeople } from './find-room-people.ts'
import { findMessages } from './message-queries.ts'
import {
  countOthers,
  deleteHeldPlace,
  findPlaceOf,
  insertPlace,
  isHeld,
  type PlaceRow,
  updatePlace,
} from './participant-queries.ts'
import type { Slot } from './participant-slots.ts'
import { presentMessage } from './present.ts'
import { findSession, isRemoved, lockSession, markEducatorSeen } from './queries.ts'
import { refuseEntry } from './refuse-entry.ts'
import { type Attended, requireAttendance } from './require-attendance.ts'
import { type Change, toRoom } from './room-events.ts'
import { isFull } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>
type Entry = { roomId: string; socketId: string; viewer: CurrentUser; options: JoinOptions }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type Seating = {
  /** Called once the place is the socket's own, before anybody learns of it. */
  sit(slot: Slot): void
  /** Takes what happened in the room, as all sockets of this process learn it. */
  receive(change: Change): void
}

/**
 * Gives a socket a place in a room: the one that it had, by its token or because it sits there already; else a new one, and an
 * older one of the same user ends. Throws not_found, not_enrolled_live, live_too_early, live_not_on, live_removed, room_full.
 */
export async function enterRoom(deps: Deps, entry: Entry, seating: Seating): Promise<JoinedRoom> {
  const { roomId: room, socketId } = entry
  const place = await transact(deps.db, async (tx) => {
    const attended = await requireEntry(deps, tx, entry)
    const { place, moved } = await takePlace(deps, tx, entry, attended)
    const isEducator = attended.as === 'owner'
    if (isEducator) await markEducatorSeen(tx, room, deps.clock.now())
    const changes: Change[] = [
      ...(moved.displaced === undefined
        ? []
        : [{ kind: 'away' as const, room, socket: moved.displaced, reason: 'elsewhere' as const }]),
      ...(moved.left === undefined ? [] : [{ kind: 'left' as const, room, peer: moved.left }]),
      moved.came ? { kind: 'came' as const, room, peer: place.peerId } : { kind: 'people' as const, room },
    ]
    const sit = () => seating.sit({ roomId: room, peerId: place.peerId, isEducator })
    tx.publish(toRoom(...changes), sit)
    return place
  })
  if (!(await isHeld(deps.db, { peerId: place.peerId, socketId }))) await giveUpSlot(deps, entry, seating)
  const participants = await findRoomPeople(deps.db, room)
  const { rows, more } = await findMessages(deps.db, room)
  return { ok: true, ...place, participants, messages: rows.map(presentMessage), moreMessages: more }
}

/**
 * The place was lost again meanwhile. Should this process have learnt that before the socket sat, the socket is still in the room:
 * so it learns it once more, which does nothing when it came in the right order. Throws live_not_on, live_removed.
 */
async function giveUpSlot({ db }: Deps, { roomId, socketId, viewer }: Entry, { receive }: Seating): Promise<void> {
  const session = await findSession(db, roomId)
  if (!session || session.ended_at !== null) {
    receive({ kind: 'ended', room: roomId, reason: session?.end_reason ?? 'ended' })
    throw sessionEnded()
  }
  const removed = await isRemoved(db, roomId, viewer.id)
  receive({ kind: 'away', room: roomId, socket: socketId, reason: removed ? 'removed' : 'elsewhere' })
  if (removed) throw new DomainError('live_removed')
}

const sessionEnded = () => new DomainError('live_not_on', 'This session has ended')

async function requireEntry({ clock, config }: Deps, tx: Tx, { roomId, viewer }: Entry): Promise<Attended> {
  const session = await lockSession(tx, roomId)
  if (!session) throw new DomainError('not_found', 'This room does not exist')
  if (session.lecture_id === null) throw new DomainError('live_not_on')
  const attended = await requireAttendance(tx, session.lecture_id, viewer)
  if (session.ended_at !== null) throw sessionEnded()
  refuseEntry(attended, clock.now(), config.TIME_ZONE)
  if (await isRemoved(tx, roomId, viewer.id)) throw new DomainError('live_removed')
  return attended
}

type Taken = {
  place: { peerId: string; placeToken: string }
  /** what the others have to know: the socket that lost the place, the peer that is no more, whether this one is to be connected to */
  moved: { displaced?: string; left?: string; came: boolean }
}

async function takePlace(deps: Deps, tx: Tx, entry: Entry, { as, lecture }: Attended): Promise<Taken> {
  const { roomId, socketId, viewer, options } = entry
  const now = deps.clock.now()
  const known = await findPlaceOf(tx, roomId, viewer.id)
  const state = {
    connected: true,
    seen_at: now,
    ...(options.audio !== undefined && { audio: options.audio }),
    ...(options.video !== undefined && { video: options.video }),
    // a page that was loaded again shares no screen yet
    ...(options.fresh && { screen: false }),
  }
  const displaced = known?.connected && known.socket_id !== socketId ? { displaced: known.socket_id } : {}
  if (known && isOwnPlace(known, entry)) {
    const placeToken = options.placeToken ?? newToken()
    await updatePlace(tx, known.peer_id, { ...state, socket_id: socketId, token_hash: hashOf(placeToken) })
    return { place: { peerId: known.peer_id, placeToken }, moved: { ...displaced, came: options.fresh ?? false } }
  }
  const keptSince = new Date(now.getTime() - placeKeptSeconds * 1000)
  const others = await countOthers(tx, roomId, [viewer.id, lecture.creator_id], keptSince)
  const { livePeople: most } = deps.settings.current()
  if (isFull(as, others, most)) throw new DomainError('room_full', fullSentence(most))
  if (known) await deleteHeldPlace(tx, { peerId: known.peer_id, socketId: known.socket_id })
  const place = { peerId: newId(), placeToken: newToken() }
  await insertPlace(tx, {
    peer_id: place.peerId,
    session_id: roomId,
    user_id: viewer.id,
    token_hash: hashOf(place.placeToken),
    socket_id: socketId,
    joined_at: now,
    // clients of the simplest form say nothing about it and send both (specification, section 9)
    audio: true,
    video: true,
    ...state,
  })
  return { place, moved: { ...displaced, ...(known && { left: known.peer_id }), came: true } }
}

const newToken = (): string => randomBytes(24).toString('base64url')

/** Hashes of random tokens: comparing them tells nothing about the tokens. */
const isOwnPlace = (place: PlaceRow, { socketId, options: { placeToken } }: Entry): boolean =>
  place.socket_id === socketId || (placeToken != null && hashOf(placeToken).equals(place.token_hash))

const fullSentence = (people: number): string =>
  `This room is full: ${people} people can be in it at once. Please try again when someone has left.`
