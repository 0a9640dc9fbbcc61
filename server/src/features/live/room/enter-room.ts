import { createHash, randomBytes } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import {
  type JoinedRoom,
  type JoinOptions,
  maxWaiting,
  slotKeptSeconds,
  type WaitingReply,
} from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Sentence, speak } from '#core/languages/language.ts'
import { newId } from '#core/new-id.ts'
import type { Tx } from '#core/transact.ts'
import type { MediaRoom } from '#ports/live-media.ts'
import { moveIfFull, withMediaRoom } from '../media/move-room.ts'
import { presentMessage, presentParticipant, presentRoom } from '../present.ts'
import { findSession, isCohost, isRemoved, lockSession, markEducatorSeen, type SessionRow } from '../queries.ts'
import { findRunning } from '../recording/recording-queries.ts'
import { decideAdmission, isFull, roleAtEntry } from '../rules.ts'
import { type Attended, requireAttendance, requireEntryTime, requireOpenTo } from './attendance.ts'
import { takeFloor } from './keep-floor.ts'
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
import { type Change, slotGone, toRoom } from './room-events.ts'
import type { Slot } from './slots.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'liveMedia' | 'log'>
type Entry = {
  roomId: string
  socketId: string
  viewer: CurrentUser
  language: string
  options: JoinOptions
  /** the socket has waited for its admission until now */
  hasWaited: boolean
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export type EntryListener = {
  /** Called when the slot belongs to the socket, before the change is published. */
  assign(slot: Slot): void
  /** Delivers a change of the room to the sockets of this process. */
  receive(change: Change): void
}

/**
 * Gives a socket a slot in a room: the slot that it has, or had according to its token, otherwise a new one, which replaces an older
 * slot of the same user. The slot may have to wait for its admission. Throws not_found, not_enrolled_live, not_open_yet, live_too_early,
 * live_not_on, live_removed, room_full, live_locked, live_waiting, live_needs_update, media_away.
 */
export async function enterRoom(deps: Deps, entry: Entry, listener: EntryListener): Promise<JoinedRoom | WaitingReply> {
  const { roomId: room, socketId, options } = entry
  const { slot, admitted, floorLost } = await withMediaRoom(deps, room, async (tx, mediaRoom) => {
    const attended = await requireEntry(deps, tx, entry)
    const taken = await takeSlot(deps, tx, { ...entry, mediaRoom }, attended)
    const isEducator = attended.as === 'owner'
    if (isEducator) await markEducatorSeen(tx, room, deps.clock.now())
    const { peerId } = taken.slot
    const slot = { roomId: room, peerId, isEducator, waiting: !taken.admitted, forwarded: options.forwarded ?? false }
    tx.publish(toRoom(...changesOf(room, taken)), () => listener.assign(slot))
    return taken
  })
  if (!(await ownsSlot(deps.db, { peerId: slot.peerId, socketId }))) await giveUpSlot(deps, entry, listener)
  if (!admitted) return { ok: true, waiting: true, ...slot }
  const session = await findSession(deps.db, room)
  if (!session) throw sessionEnded()
  const participants = (await findParticipants(deps.db, room)).map(presentParticipant)
  const { rows, more } = await findMessages(deps.db, room)
  const messages = rows.map(presentMessage)
  return {
    ok: true,
    ...slot,
    participants,
    messages,
    moreMessages: more,
    room: presentRoom(session, await findRunning(deps.db, room)),
    ...(floorLost && { floorLost }),
  }
}

function changesOf(room: string, { slot, moved, admitted, forwards }: Taken): Change[] {
  const { displaced, left, joined } = moved
  const entered: Change = joined ? { kind: 'joined', room, peer: slot.peerId } : { kind: 'people', room }
  return [
    ...(forwards ? [{ kind: 'moved' as const, room }] : []),
    ...(displaced === undefined
      ? []
      : [{ kind: 'evicted' as const, room, socket: displaced, reason: 'elsewhere' as const }]),
    ...(left === undefined ? [] : [slotGone(room, left.peer_id, left)]),
    admitted ? entered : { kind: 'waiting', room },
  ]
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

type Admitted = Attended & { session: SessionRow }

async function requireEntry({ clock, config }: Deps, tx: Tx, { roomId, viewer, language }: Entry): Promise<Admitted> {
  const session = await lockSession(tx, roomId)
  if (!session) throw new DomainError('not_found', msg`This room does not exist`)
  if (session.lecture_id === null) throw new DomainError('live_not_on')
  const attended = await requireAttendance(tx, session.lecture_id, viewer)
  if (session.ended_at !== null) throw sessionEnded()
  await requireOpenTo(tx, attended, viewer, { clock, config })
  requireEntryTime(attended, clock.now(), { zone: config.TIME_ZONE, locale: speak(language).locale })
  if (await isRemoved(tx, roomId, viewer.id)) throw new DomainError('live_removed')
  return { ...attended, session }
}

type Taken = {
  slot: { peerId: string; slotToken: string }
  admitted: boolean
  /** why someone who was a speaker listens */
  floorLost: 'away' | 'full' | undefined
  /** this entry moves the room to a media server */
  forwards: boolean
  /** what the others must know: the socket that lost the slot, the slot that is gone, whether they must connect to this peer */
  moved: { displaced?: string; left?: ParticipantRow; joined: boolean }
}

async function takeSlot(
  deps: Deps,
  tx: Tx,
  entry: Entry & { mediaRoom: MediaRoom | null },
  { as, lecture, session }: Admitted,
): Promise<Taken> {
  const { roomId, socketId, viewer, options, mediaRoom } = entry
  const now = deps.clock.now()
  const known = await findParticipantOf(tx, roomId, viewer.id)
  const cohost = await isCohost(tx, roomId, viewer.id)
  const admission = decideAdmission(session, { isHost: as === 'owner' || cohost, admittedBefore: known?.admitted })
  if (admission === 'locked') throw new DomainError('live_locked')
  const admitted = admission === 'enter'
  const knowsServers = options.forwarded ?? false
  if (!knowsServers) requireSimple(session, admission)
  const own = known && isOwnSlot(known, entry) ? known : undefined
  if (!own) await requirePlace(deps, tx, entry, { as, lecture, admitted })
  const forwards = admitted && (await moveIfFull(deps, tx, session, { viewerId: viewer.id, knowsServers, mediaRoom }))
  const media = forwards ? 'forwarded' : session.media
  const floor = admitted ? await takeFloor(tx, { id: roomId, media }, viewer.id, now) : undefined
  const given = known?.role ?? roleAtEntry(as, cohost, media)
  const role = given === 'listener' && floor === 'kept' ? 'speaker' : given
  const sends = role !== 'listener'
  const floorLost = sends || floor === 'kept' ? undefined : floor
  const stays = known?.connected && known.admitted && known.socket_id === socketId
  const state = {
    role,
    connected: true,
    connected_at: stays ? known.connected_at : now,
    seen_at: now,
    admitted,
    ...(options.audio !== undefined && { audio: options.audio && sends }),
    ...(options.video !== undefined && { video: options.video && sends }),
    // a reloaded page does not share its screen
    ...(options.fresh && { screen: false }),
  }
  const displaced = known?.connected && known.socket_id !== socketId ? { displaced: known.socket_id } : {}
  if (own) {
    const slotToken = options.slotToken ?? newToken()
    await updateParticipant(tx, own.peer_id, { ...state, socket_id: socketId, token_hash: hashOf(slotToken) })
    const joined = options.fresh || entry.hasWaited
    const slot = { peerId: own.peer_id, slotToken }
    return { slot, admitted, floorLost, forwards, moved: { ...displaced, joined } }
  }
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
    audio: sends,
    video: sends,
    ...state,
  })
  return { slot, admitted, floorLost, forwards, moved: { ...displaced, ...(known && { left: known }), joined: true } }
}

/** Clients that know neither media servers nor waiting rooms stay outside of them. */
function requireSimple({ media }: SessionRow, admission: 'enter' | 'wait'): void {
  if (media === 'forwarded') throw new DomainError('live_needs_update')
  if (admission === 'wait') throw new DomainError('live_waiting')
}

type Seeker = Pick<Attended, 'as' | 'lecture'> & { admitted: boolean }

/** Throws room_full when as many are in the room, or wait for it, as can be. */
async function requirePlace(
  { clock, settings }: Deps,
  tx: Tx,
  { roomId, viewer }: Entry,
  { as, lecture, admitted }: Seeker,
): Promise<void> {
  const keptSince = new Date(clock.now().getTime() - slotKeptSeconds * 1000)
  const others = await countOthers(tx, { sessionId: roomId, admitted }, [viewer.id, lecture.creator_id], keptSince)
  const most = admitted ? settings.current().livePeople : maxWaiting
  if (isFull(as, others, most)) throw new DomainError('room_full', fullSentence(most))
}

const newToken = (): string => randomBytes(24).toString('base64url')

/** Hashes of random tokens need no comparison in constant time: its duration reveals nothing about the token. */
const isOwnSlot = (participant: ParticipantRow, { socketId, options: { slotToken } }: Entry): boolean =>
  participant.socket_id === socketId || (slotToken != null && hashOf(slotToken).equals(participant.token_hash))

const fullSentence = (people: number): Sentence =>
  msg`This room is full: ${{ people: String(people) }} people can be in it at once. Please try again when someone has left.`
