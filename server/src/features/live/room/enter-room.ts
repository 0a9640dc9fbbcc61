import { createHash, randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { type JoinedRoom, type JoinOptions, slotKeptSeconds } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Sentence, speak } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { presentMessage, presentParticipant } from '../present.ts'
import { findSession, isRemoved, lockSession, markEducatorSeen } from '../queries.ts'
import { isFull } from '../rules.ts'
import { type Attended, requireAttendance, requireEntryTime, requireOpenTo } from './attendance.ts'
import { findMessages } from './message-queries.ts'
import {
  countOthers,
  deleteOwnParticipant,
  findParticipantOf,
  findParticipants,
  insertParticipant,
  ownsSlot,
  type ParticipantRow,
  updateParticipant,
} from './participant-queries.ts'
import { type Change, toRoom } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings'>
type Entry = { roomId: string; socketId: string; viewer: CurrentUser; language: string; options: JoinOptions }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type EntryListener = {
  /** Called when the slot belongs to the socket, before the change is published. */
  assign(slot: Slot): void
  /** Delivers a change of the room to the sockets of this process. */
  receive(change: Change): void
}

/**
 * Gives a socket a slot in a room: the slot that it has, or had according to its token, otherwise a new one, which replaces an older
 * slot of the same user. Throws not_found, not_enrolled_live, not_open_yet, live_too_early, live_not_on, live_removed, room_full.
 */
export async function enterRoom(deps: Deps, entry: Entry, listener: EntryListener): Promise<JoinedRoom> {
  const { roomId: room, socketId } = entry
  const slot = await transact(deps.db, async (tx) => {
    const attended = await requireEntry(deps, tx, entry)
    const { slot, moved } = await takeSlot(deps, tx, entry, attended)
    const isEducator = attended.as === 'owner'
    if (isEducator) await markEducatorSeen(tx, room, deps.clock.now())
    const changes: Change[] = [
      ...(moved.displaced === undefined
        ? []
        : [{ kind: 'evicted' as const, room, socket: moved.displaced, reason: 'elsewhere' as const }]),
      ...(moved.left === undefined ? [] : [{ kind: 'left' as const, room, peer: moved.left }]),
      moved.joined ? { kind: 'joined' as const, room, peer: slot.peerId } : { kind: 'people' as const, room },
    ]
    const assign = () => listener.assign({ roomId: room, peerId: slot.peerId, isEducator })
    tx.publish(toRoom(...changes), assign)
    return slot
  })
  if (!(await ownsSlot(deps.db, { peerId: slot.peerId, socketId }))) await giveUpSlot(deps, entry, listener)
  const participants = (await findParticipants(deps.db, room)).map(presentParticipant)
  const { rows, more } = await findMessages(deps.db, room)
  return { ok: true, ...slot, participants, messages: rows.map(presentMessage), moreMessages: more }
}

/**
 * Removes a socket whose slot was lost again during its entry. If this process received that change before it assigned the slot,
 * the socket is still in the room, so the change is delivered once more; otherwise that does nothing. Throws live_not_on,
 * live_removed.
 */
async function giveUpSlot(
  { db }: Deps,
  { roomId, socketId, viewer }: Entry,
  { receive }: EntryListener,
): Promise<void> {
  const session = await findSession(db, roomId)
  if (!session || session.ended_at !== null) {
    receive({ kind: 'ended', room: roomId, reason: session?.end_reason ?? 'ended' })
    throw sessionEnded()
  }
  const removed = await isRemoved(db, roomId, viewer.id)
  receive({ kind: 'evicted', room: roomId, socket: socketId, reason: removed ? 'removed' : 'elsewhere' })
  if (removed) throw new DomainError('live_removed')
}

const sessionEnded = () => new DomainError('live_not_on', msg`This session has ended`)

async function requireEntry({ clock, config }: Deps, tx: Tx, { roomId, viewer, language }: Entry): Promise<Attended> {
  const session = await lockSession(tx, roomId)
  if (!session) throw new DomainError('not_found', msg`This room does not exist`)
  if (session.lecture_id === null) throw new DomainError('live_not_on')
  const attended = await requireAttendance(tx, session.lecture_id, viewer)
  if (session.ended_at !== null) throw sessionEnded()
  await requireOpenTo(tx, attended, viewer, { clock, config })
  requireEntryTime(attended, clock.now(), { zone: config.TIME_ZONE, locale: speak(language).locale })
  if (await isRemoved(tx, roomId, viewer.id)) throw new DomainError('live_removed')
  return attended
}

type Taken = {
  slot: { peerId: string; slotToken: string }
  /** what the others must know: the socket that lost the slot, the peer that left, whether they must connect to this peer */
  moved: { displaced?: string; left?: string; joined: boolean }
}

async function takeSlot(deps: Deps, tx: Tx, entry: Entry, { as, lecture }: Attended): Promise<Taken> {
  const { roomId, socketId, viewer, options } = entry
  const now = deps.clock.now()
  const known = await findParticipantOf(tx, roomId, viewer.id)
  const state = {
    connected: true,
    seen_at: now,
    ...(options.audio !== undefined && { audio: options.audio }),
    ...(options.video !== undefined && { video: options.video }),
    // a reloaded page does not share its screen
    ...(options.fresh && { screen: false }),
  }
  const displaced = known?.connected && known.socket_id !== socketId ? { displaced: known.socket_id } : {}
  if (known && isOwnSlot(known, entry)) {
    const slotToken = options.slotToken ?? newToken()
    await updateParticipant(tx, known.peer_id, { ...state, socket_id: socketId, token_hash: hashOf(slotToken) })
    return { slot: { peerId: known.peer_id, slotToken }, moved: { ...displaced, joined: options.fresh ?? false } }
  }
  const keptSince = new Date(now.getTime() - slotKeptSeconds * 1000)
  const others = await countOthers(tx, roomId, [viewer.id, lecture.creator_id], keptSince)
  const { livePeople: most } = deps.settings.current()
  if (isFull(as, others, most)) throw new DomainError('room_full', fullSentence(most))
  if (known) await deleteOwnParticipant(tx, { peerId: known.peer_id, socketId: known.socket_id })
  const slot = { peerId: newId(), slotToken: newToken() }
  await insertParticipant(tx, {
    peer_id: slot.peerId,
    session_id: roomId,
    user_id: viewer.id,
    token_hash: hashOf(slot.slotToken),
    socket_id: socketId,
    joined_at: now,
    // the simplest clients send both without announcing it (specification, section 9)
    audio: true,
    video: true,
    ...state,
  })
  return { slot, moved: { ...displaced, ...(known && { left: known.peer_id }), joined: true } }
}

const newToken = (): string => randomBytes(24).toString('base64url')

/** Hashes of random tokens need no comparison in constant time: its duration reveals nothing about the token. */
const isOwnSlot = (participant: ParticipantRow, { socketId, options: { slotToken } }: Entry): boolean =>
  participant.socket_id === socketId || (slotToken != null && hashOf(slotToken).equals(participant.token_hash))

const fullSentence = (people: number): Sentence =>
  msg`This room is full: ${{ people: String(people) }} people can be in it at once. Please try again when someone has left.`
