import type { JoinedRoom, LiveMessage, Participant } from '@virtual-courses/contract'

/** Why somebody is no longer in a room. */
export type RoomEnd =
  | { why: 'ended' | 'educator-gone' | 'course-gone' | 'removed' | 'elsewhere' | 'left' }
  | { why: 'refused'; code: string; message: string }

export type RoomState = {
  /** whether the server hears me: not yet, yes, or no longer for the moment */
  line: 'joining' | 'joined' | 'lost'
  end: RoomEnd | null
  /** my own place; "" before it is known */
  me: string
  participants: readonly Participant[]
  /** oldest first */
  messages: readonly LiveMessage[]
  moreMessages: boolean
  /** right after coming back, others may not be back yet: until then nobody is taken for gone */
  settling: boolean
}

export type RoomChange =
  | { kind: 'joined'; room: JoinedRoom }
  | { kind: 'participants'; participants: readonly Participant[] }
  | { kind: 'left'; peerId: string }
  | { kind: 'settled' }
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'deleted'; messageId: string }
  | { kind: 'older'; messages: readonly LiveMessage[]; more: boolean }
  | { kind: 'lost' }
  | { kind: 'end'; end: RoomEnd }

export const emptyRoom: RoomState = {
  line: 'joining',
  end: null,
  me: '',
  participants: [],
  messages: [],
  moreMessages: false,
  settling: false,
}

/** Messages of both lists, each once, in the order of the second where they meet. */
function joinMessages(first: readonly LiveMessage[], second: readonly LiveMessage[]): LiveMessage[] {
  const known = new Set(second.map(({ _id }) => _id))
  return [...first.filter(({ _id }) => !known.has(_id)), ...second]
}

/** Who was here and is not named any more stays, marked as away, while everybody is coming back. */
function keepAway(before: readonly Participant[], now: readonly Participant[]): Participant[] {
  const named = new Set(now.map(({ peerId }) => peerId))
  return [...now, ...before.filter(({ peerId }) => !named.has(peerId)).map((one) => ({ ...one, connected: false }))]
}

/** What the room is after something happened in it. After its end nothing changes any more. */
export function changeRoom(state: RoomState, change: RoomChange): RoomState {
  if (state.end) return state
  switch (change.kind) {
    case 'joined': {
      const { peerId, participants, messages, moreMessages } = change.room
      const back = state.me === peerId
      // messages that were deleted meanwhile vanish: what the server names now is all there is from its first one on
      const first = messages[0]
      const from = first ? state.messages.findIndex(({ _id }) => _id === first._id) : -1
      const older = back && from > 0 ? state.messages.slice(0, from) : []
      return {
        ...state,
        line: 'joined',
        me: peerId,
        participants: back ? keepAway(state.participants, participants) : participants,
        messages: [...older, ...messages],
        moreMessages: older.length > 0 ? state.moreMessages : moreMessages,
        settling: back,
      }
    }
    case 'participants':
      return {
        ...state,
        participants: state.settling ? keepAway(state.participants, change.participants) : change.participants,
      }
    case 'left':
      return { ...state, participants: state.participants.filter(({ peerId }) => peerId !== change.peerId) }
    case 'settled': {
      const participants = state.participants.filter(({ connected, peerId }) => connected || peerId === state.me)
      return { ...state, settling: false, participants }
    }
    case 'message':
      return { ...state, messages: joinMessages(state.messages, [change.message]) }
    case 'deleted':
      return { ...state, messages: state.messages.filter(({ _id }) => _id !== change.messageId) }
    case 'older':
      return { ...state, messages: joinMessages(change.messages, state.messages), moreMessages: change.more }
    case 'lost':
      return { ...state, line: 'lost' }
    case 'end':
      return { ...state, end: change.end }
  }
}

/** Whether the educator is here, was here a moment ago, or has not come yet. */
export function educatorPresence(participants: readonly Participant[]): 'here' | 'away' | 'not-here' {
  const educators = participants.filter(({ isEducator }) => isEducator)
  if (educators.some(({ connected }) => connected)) return 'here'
  return educators.length > 0 ? 'away' : 'not-here'
}
