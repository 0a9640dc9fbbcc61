import { setTimeout as sleep } from 'node:timers/promises'
import { api, meshPeople } from '@virtual-courses/contract'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { janusMedia } from '#adapters/live-media/janus/janus.ts'
import { listen, until } from '#test/support/connect-socket.ts'
import type { TestApp, TestUser } from '#test/support/create-test-app.ts'
import { makeClass, openTab, startLive, type Tab } from '#test/support/live/live-room.ts'
import { feedsOf, openPeopleWithMedia, type PeopleWithMedia } from '#test/support/live/people-with-media.ts'
import { type DatabaseLine, openAppOver, openDatabaseLine } from '#test/support/services/database-line.ts'
import { type JanusServer, janusMissing, startJanus } from '#test/support/services/janus-server.ts'
import { startServerProcess } from '#test/support/services/server-process.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'

// the embedded database is one process's alone, and has no network to lose
const missing = janusMissing() ?? (inject('template').engine === 'embedded' ? 'this needs a PostgreSQL server' : null)
/** Seconds for which the database is away. */
const awaySeconds = 30

describe.skipIf(missing !== null)(missing ?? 'a class of two processes', () => {
  let janus: JanusServer
  let source: TestDatabase
  let line: DatabaseLine
  let people: PeopleWithMedia
  let app: TestApp
  let address: string
  const tabs: Tab[] = []

  beforeAll(async () => {
    janus = await startJanus(60)
    source = await openTestDatabase()
    line = await openDatabaseLine(source.settings)
    app = await openApp()
    address = await listen(app.server)
    people = await openPeopleWithMedia(async (who, at = address) => {
      const tab = await openTab(at, who)
      tabs.push(tab)
      return tab
    })
  }, 60_000)
  afterEach(async () => {
    for (const { socket } of tabs.splice(0)) socket.disconnect()
    await people.clear()
  })
  afterAll(async () => {
    await people?.peers.close()
    await app?.close()
    line?.close()
    await source?.close()
    await janus?.close()
  })
  const openApp = () =>
    openAppOver(
      source,
      { host: '127.0.0.1', port: line.port, max: 6, connectionTimeoutMillis: 1000 },
      {
        overrides: {
          liveMedia: janusMedia(
            { addresses: [{ name: 'one', url: janus.url, secret: janus.secret }] },
            { warn: () => {} },
          ),
        },
        config: { LIVE_MAX_PEOPLE: 300 },
      },
    )

  /** A class on a media server whose educator speaks through `at`, as does the first listener, and the others through the first process. */
  async function openClass(at: string) {
    const made = await makeClass(app, meshPeople + 1)
    const roomId = await startLive(made)
    const educator = await people.enter(made.educator, roomId, { at })
    const elsewhere = await people.enter(made.students[0] as TestUser, roomId, { at })
    const here = await people.enter(made.students[1] as TestUser, roomId)
    for (const student of made.students.slice(2, meshPeople)) await people.enter(student, roomId)
    await until(() => [educator, elsewhere, here].every((tab) => tab.got('media-ready').length === 1))
    await people.speak(educator)
    for (const one of [elsewhere, here]) await people.receives(one, educator, 'camera', 30_000)
    return { made, roomId, educator, elsewhere, here, late: made.students[meshPeople] as TestUser }
  }

  test('kill -9 of one: its people are back through the other within ten seconds, with what was said', async () => {
    const killed = await startServerProcess({
      beside: source,
      env: {
        ...{ ROLE: 'web', LIVE_MEDIA: 'janus', LIVE_MAX_PEOPLE: '300' },
        ...{ JANUS_URL: `one=${janus.url}`, JANUS_API_SECRET: janus.secret },
      },
    })
    onTestFinished(killed.close)
    const { made, roomId, educator, elsewhere, here } = await openClass(killed.origin())
    expect(await educator.write(roomId, 'Is everyone here?')).toMatchObject({ ok: true })
    await until(() => here.got('receive-message').length === 1)
    await killed.kill()
    const begun = performance.now()
    await until(() => educator.lost.length === 1 && elsewhere.lost.length === 1)
    const [speaks, listens] = await Promise.all(
      [educator, elsewhere].map(({ who, joined }) => people.enter(who, roomId, { slotToken: joined.slotToken })),
    )
    if (!speaks || !listens) return expect.fail('they are back')
    expect([speaks.peerId, listens.peerId]).toEqual([educator.peerId, elsewhere.peerId])
    await until(() => [speaks, listens].every((tab) => tab.got('media-ready').length === 1))
    const before = await people.arrived(here, educator, 'camera')
    await people.speak(speaks)
    await people.receives(listens, speaks, 'camera')
    await expect.poll(() => people.arrived(here, speaks, 'camera')).not.toBe(before)
    await people.receives(here, speaks, 'camera')
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(feedsOf(here).filter(({ peerId }) => peerId === speaks.peerId)).toHaveLength(2)
    const { messages } = await made.educator.call(api.live.messages, { params: { lectureId: made.lecture._id } })
    expect(messages.map(({ message }) => message)).toEqual(['Is everyone here?'])
  }, 120_000)

  test('PostgreSQL away: media go on, the chat waits, nothing that was acknowledged is lost, no one is sent away', async () => {
    const other = await openApp()
    onTestFinished(() => other.close())
    const both = [app, other]
    // both have been up for long
    for (const one of both) one.clock.ms += 65_000
    const { made, roomId, educator, elsewhere, here, late } = await openClass(await listen(other.server))
    const acknowledged: string[] = []
    const say = async (text: string): Promise<boolean> => {
      const answer = await educator.write(roomId, text)
      if (answer.ok) acknowledged.push(text)
      else expect(answer.code).toBe('unavailable')
      return answer.ok
    }
    expect(await say('Before')).toBe(true)
    line.cut()
    const gaps: number[] = []
    for (let last = -1, since = performance.now(), begun = since; performance.now() - begun < awaySeconds * 1000; ) {
      await sleep(250)
      const now = await people.arrived(here, educator, 'audio')
      if (now === last) continue
      gaps.push(performance.now() - since)
      ;[last, since] = [now, performance.now()]
    }
    expect(gaps.length).toBeGreaterThan(awaySeconds)
    expect(Math.max(...gaps)).toBeLessThan(2500)
    expect(await say('Meanwhile')).toBe(false)
    const layers = { roomId, streams: [{ peerId: educator.peerId, what: 'camera', layer: 'low' }] }
    expect(await here.send('choose-layers', layers)).toEqual({ ok: true })
    // longer than slots are kept, and than an educator may be away; the cleanup runs every few seconds
    for (const one of both) one.clock.ms += 70_000
    for (const one of both) await expect(one.live.cleanUp()).rejects.toThrow()
    line.repair()
    await expect.poll(() => say('Afterwards'), { timeout: 10_000 }).toBe(true)
    await app.live.cleanUp()
    await other.live.cleanUp()
    await app.live.cleanUp()
    for (const tab of [educator, elsewhere, here]) {
      expect(tab.lost).toEqual([])
      expect(tab.got('media-ready')).toHaveLength(1)
    }
    const { messages } = await made.educator.call(api.live.messages, { params: { lectureId: made.lecture._id } })
    expect(messages.map(({ message }) => message)).toEqual(acknowledged)
    await until(() => here.got('receive-message').length === acknowledged.length)
    const comes = await people.enter(late, roomId)
    await people.receives(comes, educator, 'camera')
    expect(comes.joined.participants).toHaveLength(meshPeople + 2)
    expect(await elsewhere.send('set-state', { roomId, handRaised: true })).toEqual({ ok: true })
    await made.educator.call(api.live.end, { params: { lectureId: made.lecture._id } })
    await expect
      .poll(() => [educator, elsewhere, here].map((tab) => tab.got('live-ended').length), { timeout: 10_000 })
      .toEqual([1, 1, 1])
  }, 150_000)
})
