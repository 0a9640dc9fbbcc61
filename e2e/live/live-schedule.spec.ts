import type { Page } from '@playwright/test'
import { startAs } from '../support/api.ts'
import { attend, type Session, startSession, test } from '../support/live.ts'
import { lookAt } from '../support/look.ts'
import { expect, onlyWithAll, watch } from '../support/test.ts'

test.use({ permissions: ['camera', 'microphone'] })

const lectureOf = ({ courseId, lectureId }: Session) => `/viewlecture/${courseId}?lecture=${lectureId}`

async function schedule({ educator, lectureId }: Session, start: Date | null): Promise<void> {
  const data = { liveStartTime: start?.toISOString() ?? null }
  expect((await educator.request.post(`/api/live/schedule-live/${lectureId}`, { data })).status()).toBe(200)
}

const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000)

/** A page where the line for notifications stands. */
async function openLecture(page: Page, session: Session): Promise<void> {
  const line = page.waitForEvent('websocket')
  await page.goto(lectureOf(session))
  await line
}

test('a session is scheduled, moved and cancelled in the studio', async ({ page, session }) => {
  await page.goto(`/editlecture/${session.courseId}/${session.lectureId}`)
  const card = page.getByRole('region', { name: 'Live session' })
  await card.getByRole('button', { name: 'Schedule session' }).click()
  await expect(card.getByText('Choose the date and time when the session starts')).toBeVisible()
  await card.getByLabel('Live start time').fill('2020-01-01T10:00')
  await card.getByRole('button', { name: 'Schedule session' }).click()
  await expect(card.getByText('This time has passed.')).toBeVisible()
  await card.getByLabel('Live start time').fill('2031-05-06T18:30')
  await card.getByRole('button', { name: 'Schedule session' }).click()
  await expect(card.getByRole('button', { name: 'Move session' })).toBeVisible()
  await expect(card.getByText(/2031/).first()).toBeVisible()
  await lookAt(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Add to calendar' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.ics$/)

  await page.reload()
  await expect(card.getByLabel('Live start time')).toHaveValue('2031-05-06T18:30')
  await card.getByLabel('Live start time').fill('2031-05-07T19:00')
  await card.getByRole('button', { name: 'Move session' }).click()
  await expect(card.getByText(/7 May 2031|May 7, 2031/)).toBeVisible()
  await card.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click()
  await expect(card.getByRole('button', { name: 'Schedule session' })).toBeVisible()
  await expect(card.getByLabel('Live start time')).toHaveValue('')
})

test('students see the time, the way in at the time, and no way in after the end, without a reload', async ({
  page,
  session,
  guest,
  problems,
}) => {
  onlyWithAll('who may come in, and when, is tested without browsers')
  await schedule(session, inMinutes(90))
  const student = await attend(await guest(), session, 'Nila Rao')
  const lobby = await student.context().newPage()
  watch(lobby, problems)
  await lobby.goto(`/live/${session.lectureId}`)
  await expect(lobby.getByText('This session has not started yet')).toBeVisible()
  await expect(lobby.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
  await lookAt(lobby)

  await student.clock.install()
  await openLecture(student, session)
  const join = student.getByRole('link', { name: 'Join Live Session' })
  await expect(student.getByText('Live session on')).toBeVisible()
  await expect(student.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
  await expect(join).toBeHidden()
  await lookAt(student)
  await student.clock.fastForward('01:31:00')
  await expect(join).toBeVisible()

  await schedule(session, null)
  await expect(join).toBeHidden()
  await startSession(session)
  await expect(join).toBeVisible()
  await expect(student.getByText('Live now', { exact: true })).toBeVisible()
  await expect(lobby.getByRole('button', { name: 'Join now' })).toBeVisible()
  await lookAt(student)
  expect((await page.request.post(`/api/live/end-live/${session.lectureId}`)).status()).toBe(200)
  await expect(join).toBeHidden()
})

test('the room is for the course: others read so, and an educator cannot start the lecture of another', async ({
  page,
  session,
  guest,
  problems,
  expectErrors,
}) => {
  onlyWithAll('whom the server lets in, and whose lecture one starts, is tested without browsers')
  expectErrors.value = true
  await startSession(session)
  const stranger = await guest({ problems: [] })
  await startAs(stranger, 'student', 'Stranger')
  await stranger.goto(`/live/${session.lectureId}`)
  await expect(stranger.getByText('Enroll in this course to join its live sessions')).toBeVisible()
  await lookAt(stranger)
  await stranger.goto(lectureOf(session))
  await expect(stranger.getByRole('link', { name: 'Join Live Session' })).toBeHidden()

  await page.goto(lectureOf(session))
  await expect(page.getByRole('link', { name: 'Open Live Room' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Live Session' })).toBeHidden()
  await page.request.post(`/api/live/end-live/${session.lectureId}`)
  await expect(page.getByRole('button', { name: 'Start Live Session' })).toBeVisible()
  await page.route('**/api/live/start-live/*', (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
  await page.getByRole('button', { name: 'Start Live Session' }).click()
  await expect(page.getByText('Failed to start live session')).toBeVisible()
  expect(problems.filter((one) => !/(status of|response code:) 502/.test(one))).toEqual([])
  problems.length = 0
})

test('a browser without calls says so: it asks for no camera, and starts no session', async ({ page, session }) => {
  onlyWithAll('what the lobby says there is tested without a browser')
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection')
    navigator.mediaDevices.getUserMedia = () => Promise.reject(console.error('asked for a device'))
  })
  await page.goto(lectureOf(session))
  await page.getByRole('button', { name: 'Start Live Session' }).click()
  await expect(page.getByText('This browser cannot join live sessions')).toBeVisible()
  const { liveState } = await (await page.request.get(`/api/live/session/${session.lectureId}`)).json()
  expect(liveState).toBe('none')
  await lookAt(page)
  await page.getByRole('link', { name: 'Back to the lecture' }).click()
  await expect(page.getByRole('button', { name: 'Start Live Session' })).toBeVisible()
})
