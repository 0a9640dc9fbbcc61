import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transact } from '#core/transact.ts'
import type { MediaServers, RoomMedia } from '#ports/live-media.ts'
import type { Rooms } from '#ports/rooms.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { makeClass, startLive } from '#test/support/live/live-room.ts'
import { createSlots } from '../room/slots.ts'
import { forwardSession } from './media-queries.ts'
import { createRoomMedia } from './room-media.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('who enters as the session ends opens no room on the media server, which no one would close', async () => {
  const made = await makeClass(app, 1)
  const roomId = await startLive(made)
  await transact(app.deps.db, (tx) => forwardSession(tx, roomId, { server: 'one', room: 1 }))
  const part: Partial<RoomMedia> = { record: async () => {}, receive: async () => {}, close: async () => {} }
  const enter = vi.fn(async () => part as RoomMedia) // nothing else is called here
  const closeRoom = vi.fn(async () => {})
  const servers: Partial<MediaServers> = { forwards: true, enter, closeRoom }
  const rooms: Partial<Rooms> = { emit: () => {} }
  const deps = { db: app.deps.db, log: app.deps.log, liveMedia: servers as MediaServers }
  const media = createRoomMedia(deps, rooms as Rooms, createSlots())
  const slot = { roomId, isEducator: false, waiting: false, forwarded: true }

  media.entered({ ...slot, peerId: 'asha' }, {})
  await vi.waitFor(() => expect(enter).toHaveBeenCalledTimes(1))
  await made.educator.call(api.live.end, { params: { lectureId: made.lecture._id } })
  media.happened({ kind: 'ended', room: roomId, reason: 'ended' })
  media.entered({ ...slot, peerId: 'ravi' }, {})
  await vi.waitFor(() => expect(closeRoom).toHaveBeenCalledTimes(1))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(enter).toHaveBeenCalledTimes(1)
  expect(media.counts()).toMatchObject({ rooms: 0, peers: 0 })
})
