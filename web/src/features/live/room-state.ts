import {
  type JoinedRoom,
  type LiveMessage,
  type LiveRole,
  maxSpeakers,
  type Participant,
  type RoomStatus,
  type WaitingPerson,
} from '@virtual-courses/contract'

/** Messages that a page keeps at most: a long session of a large class has thousands, and earlier ones can be shown again. */
export const maxKeptMessages = 1000

/** Why a participant is no longer in the room. */
export type RoomEnd =
  | { why: 'ended' | 'educator-gone' | 'course-gone' | 'removed' | 'elsewhere' | 'refunded' | 'left' | 'declined' }
  | { why: 'refused'; code: string; message: string }

export type RoomState = {
  /** whether the server counts me as connected: not yet, until I am admitted, yes, or not at the moment */
  connection: 'joining' | 'waiting' | 'joined' | 'lost'
  end: RoomEnd | null
  /** my own peer id; "" before it is known */
  me: string
  participants: readonly Participant[]
  /** oldest first */
  messages: readonly LiveMessage[]
  moreMessages: boolean
  /** after a reconnection the others may not be back yet: until they are, no one is removed */
  settling: boolean
  status: RoomStatus
  /** who waits to be admitted; known to hosts */
  waiting: readonly WaitingPerson[]
  /** I was made a speaker, and have not yet switched on anything */
  invited: boolean
  /** why I, who could speak before, only listen since I came back; null when I have seen it */
  floorLost: NonNullable<JoinedRoom['floorLost']> | null
}

export type RoomChange =
  | { kind: 'joined'; room: JoinedRoom }
  | { kind: 'waits' }
  | { kind: 'status'; status: RoomStatus }
  | { kind: 'waiting'; people: readonly WaitingPerson[] }
  | { kind: 'answered' }
  | { kind: 'floor-seen' }
  | { kind: 'participants'; participants: readonly Participant[] }
  | { kind: 'left'; peerId: string }
  | { kind: 'settled' }
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'deleted'; messageId: string }
  | { kind: 'older'; messages: readonly LiveMessage[]; more: boolean }
  | { kind: 'lost' }
  | { kind: 'end'; end: RoomEnd }

export const emptyRoom: RoomState = {
  connection: 'joining',
  end: null,
  me: '',
  participants: [],
  messages: [],
  moreMessages: false,
  settling: false,
  status: { media: 'mesh', locked: false, waitingRoom: false, recording: null, maxSpeakers, board: null },
  waiting: [],
  invited: false,
  floorLost: null,
}

export const personOf = ({ participants, me }: Pick<RoomState, 'participants' | 'me'>): Participant | undefined =>
  participants.find(({ peerId }) => peerId === me)

/** Order in which people of a class are shown. */
export const roleOrder: Record<LiveRole, number> = { educator: 0, cohost: 1, speaker: 2, listener: 3 }

/** Whether I moderate: the educator and co-hosts do. */
export function isHost(state: Pick<RoomState, 'participants' | 'me'>): boolean {
  const role = personOf(state)?.role
  return role === 'educator' || role === 'cohost'
}

/** Whether I only listen, which no one does in a mesh. */
export const isListener = (state: Pick<RoomState, 'participants' | 'me'>): boolean =>
  personOf(state)?.role === 'listener'

/** Returns the state with whether I was made a speaker by this change. */
function withInvitation(before: RoomState, now: RoomState): RoomState {
  if (before.me !== now.me || !personOf(before)) return now
  const [was, is] = [isListener(before), isListener(now)]
  return was === is ? now : { ...now, invited: was, floorLost: null }
}

/** Returns the messages of both lists, each once; a message of both is where the second has it. */
function joinMessages(first: readonly LiveMessage[], second: readonly LiveMessage[]): LiveMessage[] {
  const known = new Set(second.map(({ _id }) => _id))
  return [...first.filter(({ _id }) => !known.has(_id)), ...second]
}

/** Returns the state after a message; the earliest one goes where there are too many. */
function withMessage(state: RoomState, message: LiveMessage): RoomState {
  const messages = joinMessages(state.messages, [message])
  return messages.length > maxKeptMessages
    ? { ...state, messages: messages.slice(-maxKeptMessages), moreMessages: true }
    : { ...state, messages }
}

/** Participants who are not listed any more stay, marked as away, while everyone is reconnecting. */
function keepAway(before: readonly Participant[], now: readonly Participant[]): Participant[] {
  const listed = new Set(now.map(({ peerId }) => peerId))
  return [...now, ...before.filter(({ peerId }) => !listed.has(peerId)).map((one) => ({ ...one, connected: false }))]
}

/** Returns the state of the room after an event. Nothing changes after the end. */
export function changeRoom(state: RoomState, change: RoomChange): RoomState {
  if (state.end) return state
  switch (change.kind) {
    case 'joined': {
      const { peerId, participants, messages, moreMessages, room: status } = change.room
      const back = state.me === peerId
      // messages that were deleted meanwhile vanish: what the server names now is all there is from its first one on
      const first = messages[0]
      const from = first ? state.messages.findIndex(({ _id }) => _id === first._id) : -1
      const older = back && from > 0 ? state.messages.slice(0, from) : []
      return {
        ...state,
        connection: 'joined',
        me: peerId,
        participants: back ? keepAway(state.participants, participants) : participants,
        messages: [...older, ...messages],
        moreMessages: older.length > 0 ? state.moreMessages : moreMessages,
        settling: back,
        status,
        waiting: back ? state.waiting : [],
        invited: back && state.invited,
        floorLost: change.room.floorLost ?? (back ? state.floorLost : null),
      }
    }
    case 'participants':
      return withInvitation(state, {
        ...state,
        participants: state.settling ? keepAway(state.participants, change.participants) : change.participants,
      })
    case 'waits':
      return { ...state, connection: 'waiting' }
    case 'status':
      return { ...state, status: change.status }
    case 'waiting':
      return { ...state, waiting: change.people }
    case 'answered':
      return { ...state, invited: false }
    case 'floor-seen':
      return { ...state, floorLost: null }
    case 'left':
      return { ...state, participants: state.participants.filter(({ peerId }) => peerId !== change.peerId) }
    case 'settled': {
      const participants = state.participants.filter(({ connected, peerId }) => connected || peerId === state.me)
      return { ...state, settling: false, participants }
    }
    case 'message':
      return withMessage(state, change.message)
    case 'deleted':
      return { ...state, messages: state.messages.filter(({ _id }) => _id !== change.messageId) }
    case 'older':
      return { ...state, messages: joinMessages(change.messages, state.messages), moreMessages: change.more }
    case 'lost':
      return { ...state, connection: state.connection === 'waiting' ? 'waiting' : 'lost' }
    case 'end':
      return { ...state, end: change.end }
  }
}

/** Whether the educator is connected, was a moment ago, or has not joined yet. */
export function educatorPresence(participants: readonly Participant[]): 'here' | 'away' | 'not-here' {
  const educators = participants.filter(({ isEducator }) => isEducator)
  if (educators.some(({ connected }) => connected)) return 'here'
  return educators.length > 0 ? 'away' : 'not-here'
}
