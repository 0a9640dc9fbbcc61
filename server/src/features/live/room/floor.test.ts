import { floorKeptMinutes, type JoinedRoom, maxSpeakers, slotKeptSeconds } from '@virtual-courses/contract'
import { describe, expect, test } from 'vitest'
import { newId } from '#core/new-id.ts'
import { until } from '#test/support/connect-socket.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeClass, startLive, type Tab, useTabs } from '#test/support/live/live-room.ts'

let app: TestApp
const open = useTabs(async () => {
  app = await createTestApp()
  return app
})

const sends = { forwarded: true, audio: true, video: true }
const ownOf = ({ participants, peerId }: JoinedRoom) => participants.find((one) => one.peerId === peerId)
/** Time passes while each turn of the cleanup is on time. */
async function pass(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 5) {
    app.clock.ms += 5000
    await app.live.cleanUp()
  }
}

/** A room in which Asha and Ravi spoke before it moved to a media server. */
async function openClass() {
  const made = await makeClass(app, 2)
  const roomId = await startLive(made)
  const [asha, ravi] = made.students as [TestUser, TestUser]
  const host = await open(made.educator)
  await host.enter(roomId, sends)
  const first = await open(asha)
  const { peerId, slotToken } = await first.enter(roomId, sends)
  const other = await open(ravi)
  await other.enter(roomId, sends)
  await app.deps.db
    .updateTable('live_sessions')
    .set({ media: 'forwarded', media_server: 'one', media_room: 1 })
    .where('id', '=', roomId)
    .execute()
  const gone = () => host.got('user-disconnected')
  /** Asha's connection breaks, and her slot runs out. */
  const loseSlot = async () => {
    first.vanish()
    await until(() => isAway(host, peerId))
    await pass(slotKeptSeconds + 10)
    await until(() => gone().length === 1)
    expect(gone()).toEqual([peerId])
  }
  const comeBack = async () => (await open(asha)).enter(roomId, { ...sends, slotToken })
  return { made, roomId, host, asha, first, peerId, loseSlot, comeBack, gone }
}
const isAway = (host: Tab, peer: string): boolean => {
  const last = host.got('participants').at(-1) as { participants: { peerId: string; connected: boolean }[] } | undefined
  return last?.participants.some(({ peerId, connected }) => peerId === peer && !connected) ?? false
}

describe('a speaker whose slot ran out', () => {
  test('speaks again when they come back within minutes, with what they had switched on', async () => {
    const { loseSlot, comeBack, peerId, first } = await openClass()
    await loseSlot()
    await pass(120)
    const back = await comeBack()
    expect(back.peerId).not.toBe(peerId)
    expect(ownOf(back)).toMatchObject({ role: 'speaker', audio: true, video: true })
    expect(back.floorLost).toBeUndefined()
    first.socket.disconnect()
  })

  test('listens after that, and reads why; only once', async () => {
    const { loseSlot, comeBack, first } = await openClass()
    await loseSlot()
    app.clock.ms += floorKeptMinutes * 60_000
    const back = await comeBack()
    expect(ownOf(back)).toMatchObject({ role: 'listener', audio: false, video: false })
    expect(back.floorLost).toBe('away')
    expect((await comeBack()).floorLost).toBeUndefined()
    first.socket.disconnect()
  })

  test('listens where others speak in their place, and reads why', async () => {
    const { made, roomId, loseSlot, comeBack, first } = await openClass()
    await loseSlot()
    const now = new Date(app.clock.ms)
    const rows = await Promise.all(
      Array.from({ length: maxSpeakers - 1 }, async () => {
        const { user } = await app.makeUser()
        const at = { joined_at: now, seen_at: now }
        return { peer_id: newId(), socket_id: newId(), user_id: user._id, session_id: roomId, connected: true, ...at }
      }),
    )
    const token_hash = Buffer.from('x')
    await app.deps.db
      .insertInto('live_participants')
      .values(rows.map((row) => ({ ...row, token_hash })))
      .execute()
    const { settings } = app.deps
    settings.current = () => ({ ...settings.defaults, livePeople: 50 })
    const back = await comeBack()
    settings.current = () => settings.defaults
    expect([ownOf(back)?.role, back.floorLost, made.students.length]).toEqual(['listener', 'full', 2])
    first.socket.disconnect()
  })

  test('speaks again also after waiting for admission', async () => {
    const { roomId, host, asha, loseSlot, first } = await openClass()
    await loseSlot()
    await host.send('set-room', { roomId, waitingRoom: true })
    const tab = await open(asha)
    expect(await tab.join(roomId, sends)).toMatchObject({ ok: true, waiting: true })
    expect(await host.send('admit', { roomId, all: true })).toEqual({ ok: true })
    await until(() => tab.got('admitted').length === 1)
    expect(ownOf(await tab.enter(roomId, sends))).toMatchObject({ role: 'speaker', audio: true })
    first.socket.disconnect()
  })
})

test('who leaves and comes back speaks again; whom a host made a listener does not', async () => {
  const { roomId, host, first } = await openClass()
  await first.send('leave-room', { roomId })
  const back = await first.enter(roomId, sends)
  expect(ownOf(back)?.role).toBe('speaker')
  await host.send('set-role', { roomId, peerId: back.peerId, role: 'listener' })
  await first.send('leave-room', { roomId })
  const again = await first.enter(roomId, sends)
  expect([ownOf(again)?.role, again.floorLost]).toEqual(['listener', undefined])
})

describe('a slow process', () => {
  test('keeps the slots of its sockets, however long marking them takes', async () => {
    const { roomId, first, gone } = await openClass()
    const cleaned = app.live.cleanUp()
    app.clock.ms += 40_000
    await cleaned
    expect(await first.write(roomId, 'I am here')).toMatchObject({ ok: true })
    expect(gone()).toEqual([])
  })

  test('gives lost people their time to come back from when it works again', async () => {
    const { host, first, peerId, comeBack, gone } = await openClass()
    first.vanish()
    await until(() => isAway(host, peerId))
    app.clock.ms += 50_000
    await app.live.cleanUp(50_000)
    await pass(slotKeptSeconds - 5)
    const back = await comeBack()
    expect([back.peerId, ownOf(back)?.role]).toEqual([peerId, 'speaker'])
    expect(gone()).toEqual([])
    first.socket.disconnect()
  })

  test('does not keep them for ever', async () => {
    const { host, first, peerId, gone } = await openClass()
    first.vanish()
    await until(() => isAway(host, peerId))
    app.clock.ms += 50_000
    await app.live.cleanUp(50_000)
    await pass(slotKeptSeconds + 5)
    await until(() => gone().length === 1)
    first.socket.disconnect()
  })
})
