import type { JoinedRoom, LiveMessage, Participant } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import {
  changeRoom,
  educatorPresence,
  emptyRoom,
  isHost,
  maxKeptMessages,
  type RoomChange,
  type RoomState,
} from './room-state.ts'

const person = (peerId: string, more: Partial<Participant> = {}): Participant => ({
  peerId,
  userId: `user of ${peerId}`,
  name: peerId,
  photoUrl: '',
  isEducator: false,
  role: 'speaker',
  handRaised: false,
  audio: true,
  video: true,
  screen: false,
  connected: true,
  ...more,
})
const message = (_id: string): LiveMessage => ({
  _id,
  message: `words of ${_id}`,
  sender: 'Nila',
  senderId: 'n',
  timestamp: '2026-01-01T00:00:00Z',
})
const joined = (ids: string[], more: Partial<JoinedRoom> = {}): RoomChange => ({
  kind: 'joined',
  room: {
    ok: true,
    peerId: 'me',
    slotToken: 't',
    participants: ids.map((id) => person(id)),
    messages: [],
    moreMessages: false,
    room: emptyRoom.status,
    ...more,
  },
})
const after = (...changes: RoomChange[]): RoomState => changes.reduce(changeRoom, emptyRoom)
const ids = ({ participants }: RoomState) => participants.map(({ peerId }) => peerId)
const texts = ({ messages }: RoomState) => messages.map(({ _id }) => _id)

describe('participants of a room', () => {
  it('are those that the server lists', () => {
    const state = after(joined(['me', 'a']), { kind: 'participants', participants: [person('me'), person('b')] })
    expect(ids(state)).toEqual(['me', 'b'])
  })
  it('leave one by one', () =>
    expect(ids(after(joined(['me', 'a', 'b']), { kind: 'left', peerId: 'a' }))).toEqual(['me', 'b']))
  it('stay, marked as away, while everyone is reconnecting', () => {
    const state = after(joined(['me', 'a']), { kind: 'lost' }, joined(['me']))
    expect(state.settling).toBe(true)
    expect(state.participants).toMatchObject([{ peerId: 'me' }, { peerId: 'a', connected: false }])
    const back = changeRoom(state, { kind: 'participants', participants: [person('me'), person('a')] })
    expect(back.participants).toMatchObject([{ connected: true }, { peerId: 'a', connected: true }])
    expect(ids(changeRoom(back, { kind: 'settled' }))).toEqual(['me', 'a'])
  })
  it('are removed when they did not reconnect', () =>
    expect(ids(after(joined(['me', 'a']), { kind: 'lost' }, joined(['me']), { kind: 'settled' }))).toEqual(['me']))
  it('start over with another peer id', () =>
    expect(ids(after(joined(['me', 'a']), { kind: 'lost' }, joined(['x'], { peerId: 'x' })))).toEqual(['x']))
})

describe('a speaker who only listens after coming back', () => {
  const back = joined([], { peerId: 'new', participants: [person('new', { role: 'listener' })], floorLost: 'away' })
  it('is told why until they have seen it, also after another loss of the connection', () => {
    const state = after(joined(['me']), { kind: 'lost' }, back)
    expect(state.floorLost).toBe('away')
    const again = joined([], { peerId: 'new', participants: state.participants.slice() })
    expect(changeRoom(changeRoom(state, { kind: 'lost' }), again).floorLost).toBe('away')
    expect(changeRoom(state, { kind: 'floor-seen' }).floorLost).toBeNull()
  })
  it('is not told it any more when they may speak', () => {
    const state = changeRoom(after(back), { kind: 'participants', participants: [person('new')] })
    expect([state.floorLost, state.invited]).toEqual([null, true])
  })
})

describe('messages of a room', () => {
  it('keep the last ones of a long session; earlier ones can be shown again', () => {
    const many = Array.from({ length: maxKeptMessages }, (_, index) => message(`m${index}`))
    const state = after(joined(['me'], { messages: many }), { kind: 'message', message: message('last') })
    expect(texts(state)).toHaveLength(maxKeptMessages)
    expect([texts(state)[0], texts(state).at(-1), state.moreMessages]).toEqual(['m1', 'last', true])
  })
  const room = joined(['me'], { messages: [message('3'), message('4')], moreMessages: true })
  it('are listed once each', () =>
    expect(
      texts(after(room, { kind: 'message', message: message('5') }, { kind: 'message', message: message('5') })),
    ).toEqual(['3', '4', '5']))
  it('are removed when they are deleted', () =>
    expect(texts(after(room, { kind: 'deleted', messageId: '3' }))).toEqual(['4']))
  it('can be loaded back in time', () => {
    const state = after(room, { kind: 'older', messages: [message('1'), message('2')], more: false })
    expect(texts(state)).toEqual(['1', '2', '3', '4'])
    expect(state.moreMessages).toBe(false)
  })
  it('are up to date after a reconnection, without those deleted meanwhile', () => {
    const state = after(
      room,
      { kind: 'older', messages: [message('1')], more: false },
      { kind: 'lost' },
      joined(['me'], { messages: [message('3'), message('5')], moreMessages: true }),
    )
    expect(texts(state)).toEqual(['1', '3', '5'])
    expect(state.moreMessages).toBe(false)
  })
})

it('does not change after its end', () => {
  const state = after(
    joined(['me']),
    { kind: 'end', end: { why: 'ended' } },
    { kind: 'message', message: message('9') },
  )
  expect(state.end).toEqual({ why: 'ended' })
  expect(state.messages).toEqual([])
})

it('shows whether the educator is present', () => {
  const educator = person('e', { isEducator: true, role: 'educator' })
  expect(educatorPresence([person('a')])).toBe('not-here')
  expect(educatorPresence([person('a'), educator])).toBe('here')
  expect(educatorPresence([{ ...educator, connected: false }])).toBe('away')
})

it('waits to be admitted, also without a connection, until it is', () => {
  const waiting = after({ kind: 'waits' }, { kind: 'lost' })
  expect(waiting.connection).toBe('waiting')
  expect(changeRoom(waiting, joined(['me'])).connection).toBe('joined')
})

describe('roles', () => {
  const listed = (role: Participant['role']): RoomChange => ({
    kind: 'participants',
    participants: [person('me', { role })],
  })
  it('invite a listener who is made a speaker, until they answer or listen again', () => {
    const listening = after(joined(['me']), listed('listener'))
    expect(listening.invited).toBe(false)
    const speaking = changeRoom(listening, listed('speaker'))
    expect(speaking.invited).toBe(true)
    expect(changeRoom(speaking, { kind: 'answered' }).invited).toBe(false)
    expect(changeRoom(speaking, listed('listener')).invited).toBe(false)
  })
  it('invite no one who comes in as a speaker', () =>
    expect(after(joined(['me']), listed('speaker')).invited).toBe(false))
  it('make hosts of the educator and of co-hosts', () => {
    expect(
      ['educator', 'cohost', 'speaker', 'listener'].map((role) =>
        isHost(after(joined(['me']), listed(role as Participant['role']))),
      ),
    ).toEqual([true, true, false, false])
  })
})
