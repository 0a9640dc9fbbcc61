import { expect, test, vi } from 'vitest'
import type { MediaServers, RoomMedia } from '#ports/live-media.ts'
import type { Rooms } from '#ports/rooms.ts'
import { createMediaRooms } from './media-rooms.ts'

const at = { server: 'one', room: 1 }

/** A media server that notes what is asked of its parts; nothing else of it is called. */
function noteParts() {
  const asked: string[] = []
  const enter: MediaServers['enter'] = async () => {
    const number = asked.filter((one) => one.startsWith('enter')).length + 1
    asked.push(`enter ${number}`)
    const note = (what: string) => async () => void asked.push(`${what} ${number}`)
    const part: Pick<RoomMedia, 'receive' | 'leave' | 'close'> = {
      receive: note('receive'),
      leave: note('leave'),
      close: note('close'),
    }
    return part as RoomMedia // nothing else is called here
  }
  return { asked, servers: { enter, closeRoom: async () => {} } as Partial<MediaServers> as MediaServers }
}
const rooms = { emit: () => {} } as Partial<Rooms> as Rooms
const log = { warn: () => {} } as never

test('a part that cannot be brought up to date is given back, and another one is entered', async () => {
  const { asked, servers } = noteParts()
  let failures = 1
  const prepare = async () => {
    if (failures-- > 0) throw new Error('the database is away')
  }
  const media = createMediaRooms({ log, prepare }, servers, rooms)
  await expect(media.add('room', at, 'asha', false)).rejects.toThrow('the database is away')
  expect(asked).toEqual(['enter 1', 'close 1'])
  expect(media.counts()).toEqual({ rooms: 1, peers: 1, away: 1 })
  await vi.waitFor(() => expect(asked).toEqual(['enter 1', 'close 1', 'enter 2', 'receive 2']), 3000)
  await media.remove('room', 'asha')
  expect(asked.at(-1)).toBe('close 2')
  expect(media.counts()).toEqual({ rooms: 0, peers: 0, away: 0 })
})
