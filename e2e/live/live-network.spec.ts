import type { Page } from '@playwright/test'
import { attend, callMs, chat, enter, expectAllToSee, join, startSession, teach, test, write } from '../support/live.ts'
import { ownServer } from '../support/own-server.ts'
import { expect, onlyWithAll } from '../support/test.ts'
import { startTurnServer } from '../support/turn-server.ts'

test.describe.configure({ timeout: 300_000 })

/** Returns the ids of the streams that the page shows: a new connection brings another one. */
const streams = (page: Page): Promise<string[]> =>
  page
    .locator('video[data-remote]')
    // the selector names videos, and ours play streams
    .evaluateAll((videos) => videos.map((video) => ((video as HTMLVideoElement).srcObject as MediaStream).id))

/** What browsers write for each attempt to connect to a server that is not there. */
const noServer = /ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to/

test('two people talk through the relay alone; a restart of the server brings all back, and no video stops but with the relay', async ({
  guest,
  atEnd,
}) => {
  onlyWithAll('what the relay accepts is tested without browsers')
  const secret = 'a secret of this test alone'
  const turn = await startTurnServer(secret)
  atEnd(turn.stop)
  const server = await ownServer({ TURN_URLS: turn.url, TURN_SECRET: secret })
  atEnd(server.remove)
  const problems: string[] = []
  const there = { problems, baseURL: server.url }
  const [educator, student] = [await guest({ ...there, microphone: true }), await guest(there)]
  for (const page of [educator, student]) {
    await page.addInitScript(() => {
      const Native = RTCPeerConnection
      globalThis.RTCPeerConnection = class extends Native {
        constructor(configuration?: RTCConfiguration) {
          super({ ...configuration, iceTransportPolicy: 'relay' })
        }
      }
    })
  }
  const session = await teach(educator)
  await startSession(session)
  await attend(student, session, 'Nila Rao')
  await join(educator, session)
  await join(student, session)
  await write(student, 'Before the restart')
  await expectAllToSee([educator, student])
  // the credentials are those that our server made
  expect(turn.log()).toMatch(/ALLOCATE processed, success/)

  const before = await Promise.all([educator, student].map(streams))
  await server.restart()
  for (const page of [educator, student]) {
    await expect(page.getByText('The connection is lost.')).toBeHidden({ timeout: callMs })
    await expect(page.getByRole('button', { name: 'People: 2' })).toBeVisible({ timeout: callMs })
  }
  await write(educator, 'After the restart')
  await expect(chat(student).getByText('After the restart')).toBeVisible()
  await expect(chat(student).getByText('Before the restart')).toBeVisible()
  await expectAllToSee([educator, student])
  expect(await Promise.all([educator, student].map(streams))).toEqual(before)

  // who reloads leaves at once, and comes in again
  await student.reload()
  await enter(student)
  await expect(chat(student).getByText('After the restart')).toBeVisible()
  await expectAllToSee([educator, student])

  // nothing arrives any more, while the server still has both
  await turn.stop()
  for (const page of [educator, student]) await expect(page.getByText('Reconnecting …')).toBeVisible({ timeout: 7000 })
  expect(problems.filter((one) => !noServer.test(one))).toEqual([])
})
