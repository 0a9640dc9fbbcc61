import { joinBarely, saidTo, sayBarely } from '../support/bare-client.ts'
import { attend, callMs, chat, expectAllToSee, join, type Session, startSession, test, write } from '../support/live.ts'
import { lookAt } from '../support/look.ts'
import { expect, onlyWithAll } from '../support/test.ts'

test.use({ permissions: ['camera', 'microphone'] })
test.describe.configure({ timeout: 300_000 })

async function roomOf({ educator, lectureId }: Session): Promise<string> {
  const { roomId } = await (await educator.request.get(`/api/live/join-live/${lectureId}`)).json()
  return roomId
}

test('a bare client completes a call with our screen, whichever of them comes into the room first', async ({
  page,
  session,
  guest,
}) => {
  onlyWithAll('the events of a bare client are tested on the server, in both orders')
  await startSession(session)
  // a page that is none of ours: it has no icon
  const bare = await attend(await guest({ problems: [], microphone: true }), session, 'Bare Client')
  await join(page, session)
  const roomId = await roomOf(session)
  await joinBarely(bare, roomId)
  await expectAllToSee([page, bare])
  await sayBarely(bare, 'plain words', roomId)
  await expect(chat(page).getByText('plain words')).toBeVisible()
  await write(page, 'heard you')
  await expect.poll(() => saidTo(bare)).toContain('Asha Educator: heard you')

  // who is in the room already offers, and our screen answers
  await page.goto('/')
  await joinBarely(bare, roomId)
  await join(page, session)
  await expectAllToSee([page, bare])
  expect(await saidTo(bare)).toContain('peer string')
})

test('who refuses camera and microphone reads what to click, and joins without', async ({ page, session, guest }) => {
  await startSession(session)
  await join(page, session)
  const student = await guest()
  // not every browser of these tests can ask for permission: this one answers as after "Block"
  await student.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }
  })
  await attend(student, session, 'Nila Rao')
  await student.goto(`/live/${session.lectureId}`)
  await expect(student.getByText('Your browser does not let this page use your camera and microphone')).toBeVisible()
  await expect(student.getByText(/Click the icon to the left of the address/)).toBeVisible()
  await expect(student.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(
    student.getByText('You join without a camera and a microphone: you can watch, listen and chat.'),
  ).toBeVisible()
  await lookAt(student)
  await student.getByRole('button', { name: 'Join now' }).click()
  await expect(student.getByLabel("Asha Educator's video")).toBeVisible({ timeout: callMs })
  await expect
    .poll(() => student.locator('video[data-remote]').evaluate((video) => (video as HTMLVideoElement).videoWidth), {
      timeout: callMs,
    })
    .toBeGreaterThan(0)
  await student.getByRole('button', { name: 'Unmute microphone' }).click()
  await expect(student.getByText('Your browser does not let this page use your microphone')).toBeVisible()
  await write(student, 'I only write')
  await expect(chat(page).getByText('I only write')).toBeVisible()
  await lookAt(page)
})

test('without a camera one joins with the microphone alone', async ({ session, otherBrowser }) => {
  await startSession(session)
  const fake = '--use-fake-device-for-media-stream'
  const student = await otherBrowser(
    (args) => args.map((one) => (one.startsWith(fake) ? `${fake}=device-count=0` : one)),
    ['camera', 'microphone'],
  )
  await attend(student, session, 'Nila Rao')
  await student.goto(`/live/${session.lectureId}`)
  await expect(student.getByText('No camera was found')).toBeVisible()
  await expect(student.getByText('Your microphone works.')).toBeVisible()
  await student.getByRole('button', { name: 'Join now' }).click()
  await expect(student.getByRole('button', { name: 'Mute microphone' })).toBeVisible({ timeout: callMs })
  await expect(student.getByText('The educator is not here yet.')).toBeVisible()
})

test('the seventh reads that the room is full', async ({ page, session, guest, atEnd, playwright }, info) => {
  onlyWithAll('that the last place is given once is tested without browsers')
  await startSession(session)
  const roomId = await roomOf(session)
  const { baseURL = '' } = info.project.use
  // six who only sit there: this is about places, not about pictures
  const { io } = await import('socket.io-client')
  const sitting = []
  for (let slot = 1; slot <= 5; slot++) {
    const request = await playwright.request.newContext()
    atEnd(() => request.dispose())
    await attend({ request }, session, `Slot ${slot}`)
    const { cookies } = await request.storageState()
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const socket = io(baseURL, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true })
    atEnd(() => socket.disconnect())
    expect(await socket.timeout(10_000).emitWithAck('join-room', roomId, { audio: false, video: false })).toMatchObject(
      { ok: true },
    )
    sitting.push(socket)
  }
  const [first] = sitting
  await join(page, session)
  await expect(page.getByRole('button', { name: 'People: 6' })).toBeVisible()

  const seventh = await attend(await guest(), session, 'Late Comer')
  await seventh.goto(`/live/${session.lectureId}`)
  await seventh.getByRole('button', { name: 'Join now' }).click()
  await expect(seventh.getByRole('heading', { name: 'This room is full' })).toBeVisible()
  await expect(seventh.getByText(/6 people can be in it at once/)).toBeVisible()
  await lookAt(seventh)
  first?.emit('leave-room', { roomId })
  await expect(page.getByRole('button', { name: 'People: 5' })).toBeVisible()
  await seventh.getByRole('button', { name: 'Try again' }).click()
  await seventh.getByRole('button', { name: 'Join now' }).click()
  await expect(page.getByRole('button', { name: 'People: 6' })).toBeVisible()
})
