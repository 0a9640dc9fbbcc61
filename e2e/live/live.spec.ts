import type { Page } from '@playwright/test'
import { documentAt } from '../support/api.ts'
import {
  attend,
  callMs,
  chat,
  enter,
  expectAllToSee,
  expectToSee,
  join,
  startSession,
  test,
  write,
} from '../support/live.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, onlyWithAll } from '../support/test.ts'

test.use({ permissions: ['camera', 'microphone'] })
test.describe.configure({ timeout: 300_000 })

/** Runs in the page. */
function countClosed(): void {
  const { prototype } = RTCPeerConnection
  const { close } = prototype
  Reflect.set(globalThis, 'closedConnections', 0)
  prototype.close = function () {
    Reflect.set(globalThis, 'closedConnections', Reflect.get(globalThis, 'closedConnections') + 1)
    close.call(this)
  }
}

test(
  'a session: started from the lecture, lobby, two who see each other, chat both ways, end',
  {
    tag: '@phone',
  },
  async ({ page, session, guest }, { project }) => {
    if (project.name === 'desktop') onlyWithAll('the same on a phone; the other tests of rooms are on a desktop')
    const student = await attend(await guest({ microphone: true }), session, 'Nila Rao')
    const lecture = `/viewlecture/${session.courseId}?lecture=${session.lectureId}`
    await page.addInitScript(countClosed)

    // before any script, and until the room is there
    const document = await documentAt(page, `/live/${session.lectureId}`)
    expect(document).toContain('Loading live session...')

    await page.goto(lecture)
    await page.getByRole('button', { name: 'Start Live Session' }).click()
    // said when it is true: the educator is in the room
    await expect(page.getByText('Live session started!')).toBeVisible({ timeout: callMs })
    await expect(page.getByRole('heading', { name: 'Live Chat' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/live/${session.lectureId}$`))
    await expect(page.getByText('Your Stream (Educator)')).toBeVisible()

    await student.goto(lecture)
    await student.getByRole('link', { name: 'Join Live Session' }).click()
    await expect(student.getByText('Your Stream', { exact: true })).toBeVisible()
    await expect(student.getByText('Your microphone works.')).toBeVisible()
    await expect(student.getByRole('combobox', { name: 'Camera' })).toBeVisible()
    await lookAt(student)
    await enter(student)
    await expectAllToSee([page, student])
    // who came in is met before a list of people has them, and that connection is the one that stays
    expect(await page.evaluate(() => Reflect.get(globalThis, 'closedConnections'))).toBe(0)
    await expect(student.getByText('Asha Educator').first()).toBeVisible()
    await expect(page.getByText('Nila Rao').first()).toBeVisible()

    await write(student, 'Good evening. See https://example.org/a?b=1, and <b>this</b>')
    const received = chat(page).getByRole('listitem').filter({ hasText: 'Good evening' })
    await expect(received).toContainText('Nila Rao')
    await expect(received).toContainText('<b>this</b>')
    const link = received.getByRole('link', { name: 'https://example.org/a?b=1' })
    await expect(link).toHaveAttribute('rel', /noopener noreferrer/)
    await write(page, 'Welcome!')
    await expect(chat(student).getByText('Welcome!')).toBeVisible()
    const own = chat(page).getByRole('listitem').filter({ hasText: 'Welcome!' })
    await expect(own).toHaveCSS('align-self', 'flex-end')
    await write(page, '   ')
    await expect(chat(page).getByRole('listitem')).toHaveCount(2)
    await lookAt(page)
    await lookAt(student)

    await page.getByRole('button', { name: /^Delete message: Good evening/ }).click()
    await expect(chat(student).getByText('Good evening')).toBeHidden()
    await expect(chat(student).getByRole('button', { name: /^Delete message: Welcome/ })).toHaveCount(0)

    await test.step('a question is answered, a poll voted in, a reaction seen, notes are read while they are written', async () => {
      await student.getByRole('button', { name: 'Ask a question' }).click()
      await write(student, 'Does it work offline?')
      await page.getByRole('button', { name: 'Questions (1 of 1 open)' }).click()
      await page.getByRole('button', { name: 'Answered: Does it work' }).click()
      await expect(chat(student).getByText('Answered', { exact: true })).toBeVisible()

      await page.getByRole('tab', { name: 'Polls' }).click()
      await page.getByRole('button', { name: 'New poll' }).click()
      await page.getByLabel('Question of the poll').fill('Shall we go on?')
      await page.getByLabel('Choice 1').fill('Yes')
      await page.getByLabel('Choice 2').fill('After a break')
      await lookAt(page)
      await page.getByRole('button', { name: 'Start now' }).click()
      await student.getByRole('tab', { name: /Polls.*waits for your vote/ }).click()
      await student.getByLabel('After a break').check()
      await student.getByRole('button', { name: 'Vote', exact: true }).click()
      await expect(page.getByText('1 vote · 100 %')).toBeVisible()
      await lookAt(student)
      await page.getByRole('button', { name: 'Close the poll' }).click()
      await expect(student.getByRole('button', { name: 'Change my vote' })).toBeHidden()

      await student.getByRole('button', { name: 'Reactions' }).click()
      await student.getByRole('button', { name: 'Thumbs up' }).click()
      await expect(page.getByText('👍')).toBeVisible()
      await student.keyboard.press('Escape')

      await student.getByRole('tab', { name: 'Notes' }).click()
      await page.getByRole('tab', { name: 'Notes' }).click()
      await page.getByLabel('Notes of this session').fill('## Next time\n\n- Indexes')
      await expect(student.getByRole('heading', { name: 'Next time' })).toBeVisible()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    })

    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByRole('button', { name: 'End for everyone' }).click()
    for (const one of [page, student])
      await expect(one.getByRole('heading', { name: 'The session has ended' })).toBeVisible()
    await lookAt(student)
    await student.getByRole('link', { name: 'Back to the lecture' }).click()
    await expect(student).toHaveURL(/\/viewlecture\//)
    await expect(student.getByRole('heading', { name: session.lectureTitle })).toBeVisible()
    await expect(student.getByRole('link', { name: 'Join Live Session' })).toBeHidden()
  },
)

test('three in a room: who comes late reads what was said; hands, mute, camera, leaving, removal', async ({
  page,
  session,
  guest,
  expectErrors,
}) => {
  onlyWithAll('two see each other in every run; what reaches whom in a room is tested without browsers')
  // a participant who was removed is refused at the next entry
  expectErrors.value = true
  await startSession(session)
  const [nila, ravi] = [
    await attend(await guest(), session, 'Nila Rao'),
    await attend(await guest({ microphone: true }), session, 'Ravi Kumar'),
  ]
  await join(page, session)
  await join(nila, session)
  await write(nila, 'Said before Ravi came')
  await expect(chat(page).getByText('Said before Ravi came')).toBeVisible()
  await join(ravi, session)
  await expect(chat(ravi).getByText('Said before Ravi came')).toBeVisible()
  await expect(page.getByText('Ravi Kumar joined')).toBeAttached()
  await expectAllToSee([page, nila, ravi])

  await ravi.getByRole('button', { name: 'Raise hand' }).click()
  await page.getByRole('button', { name: 'People: 3, hands raised: 1' }).click()
  await page.getByRole('button', { name: 'Lower the hand of Ravi Kumar' }).click()
  await expect(ravi.getByRole('button', { name: 'Raise hand' })).toBeVisible()
  await page.getByRole('button', { name: 'Mute Ravi Kumar' }).click()
  await expect(ravi.getByText('Your microphone was muted by a host')).toBeVisible()
  await expect(ravi.getByRole('button', { name: 'Unmute microphone' })).toBeVisible()
  await lookAt(page)
  await page.keyboard.press('Escape')

  await nila.getByRole('button', { name: 'Turn camera off' }).click()
  await expect(page.getByLabel("Nila Rao's video")).toBeHidden()
  await nila.getByRole('button', { name: 'Turn camera on' }).click()
  await expectAllToSee([page, nila, ravi])

  await nila.getByRole('button', { name: 'Leave' }).click()
  await expect(nila).toHaveURL(new RegExp(`/viewlecture/${session.courseId}`))
  const slots = await nila.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('live-slot')))
  expect(slots).toEqual([])
  await expectToSee(page, 1)
  await expectToSee(ravi, 1)

  await page.getByRole('button', { name: 'People: 2' }).click()
  await page.getByRole('button', { name: 'Remove Ravi Kumar' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(ravi.getByRole('heading', { name: 'You were removed from this session' })).toBeVisible()
  await expect(page.getByLabel("Ravi Kumar's video")).toHaveCount(0)
  await ravi.goto(`/live/${session.lectureId}`)
  await ravi.getByRole('button', { name: 'Join now' }).click()
  await expect(ravi.getByText('A host removed you from this session').first()).toBeVisible()

  await page.goto(`/editlecture/${session.courseId}/${session.lectureId}`)
  await page.getByRole('button', { name: 'Attendance' }).click()
  for (const name of ['Nila Rao', 'Ravi Kumar'])
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
})

test('all in a room see each other, and the screen that the educator shares', async ({ page, session, guest }) => {
  onlyWithAll('two in a room see each other in every run; who draws and who sees is tested without browsers')
  await startSession(session)
  const names = ['Nila Rao', 'Ravi Kumar', 'Meera Iyer']
  const guests = await Promise.all(names.map(async (name) => attend(await guest(), session, name)))
  const everyone = [page, ...guests]
  await Promise.all(everyone.map((one) => join(one, session)))
  await expectAllToSee(everyone)
  await expectNoSidewaysScroll(page)

  const [nila] = guests
  if (!nila) throw new Error('no one came')
  await page.getByRole('button', { name: 'Share screen' }).click()
  await expect(nila.getByLabel("Asha Educator's screen")).toBeVisible()
  await Promise.all(guests.map((one) => expectToSee(one, guests.length)))
  await expect(nila.getByRole('button', { name: 'Share screen' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop sharing the screen' }).click()
  await expect(nila.getByLabel("Asha Educator's video")).toBeVisible()

  await test.step('what is drawn on the whiteboard is seen by everyone, and kept as a picture at the end', async () => {
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (/^http/.test(protocol) && origin !== new URL(page.url()).origin) elsewhere.push(request.url())
    })
    const boardOf = (one: Page) => one.getByRole('region', { name: 'Whiteboard' })
    await page.getByRole('button', { name: 'Open the whiteboard' }).click()
    const drawing = boardOf(page).locator('canvas.interactive')
    // before what is there has come, the drawing is only looked at
    await expect(boardOf(page).getByRole('radio', { name: 'Selection' })).toBeAttached()
    await drawing.click({ position: { x: 150, y: 200 } })
    await page.keyboard.press('t')
    await drawing.click({ position: { x: 150, y: 200 } })
    await page.keyboard.type('An index is a sorted list')
    await page.keyboard.press('Escape')
    await expect(boardOf(nila).getByText('An index is a sorted list')).toBeAttached()
    await expect(boardOf(nila).getByText('You can look at it and move it.')).toBeVisible()
    await lookAt(page)
    await lookAt(nila)
    // out of it with the keyboard
    await boardOf(page).locator('.excalidraw-container').focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(boardOf(page).getByRole('heading', { name: 'Whiteboard', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByRole('button', { name: 'End for everyone' }).click()
    await expect(page.getByText('The whiteboard is among the files of the lecture')).toBeVisible()
    expect(elsewhere).toEqual([])
  })
})

test('a lost line, a reload and a crash: who comes back finds place and pictures, and the session goes on', async ({
  page,
  session,
  guest,
}) => {
  onlyWithAll('what a lost line, a reload and a crash leave of a room is tested without browsers')
  await startSession(session)
  // a browser without a network writes each attempt to its console
  const nila = await attend(await guest({ problems: [] }), session, 'Nila Rao')
  await join(nila, session)
  await expect(nila.getByText('The educator is not here yet.')).toBeVisible()
  await join(page, session)
  await expectAllToSee([page, nila])

  await nila.context().setOffline(true)
  await expect(nila.getByText('The connection is lost.')).toBeVisible()
  await expectToSee(nila, 1)
  await lookAt(nila)
  await nila.context().setOffline(false)
  await expect(nila.getByText('The connection is lost.')).toBeHidden({ timeout: callMs })
  await write(nila, 'I am back')
  await expect(chat(page).getByText('I am back')).toBeVisible()
  await expectAllToSee([page, nila])

  await nila.reload()
  await enter(nila)
  await expectAllToSee([page, nila])
  await expect(page.getByRole('button', { name: 'People: 2' })).toBeVisible()

  await test.step('a phone that is held sideways is full of the educator', async () => {
    const upright = nila.viewportSize() ?? { width: 1280, height: 720 }
    await nila.setViewportSize({ width: 844, height: 390 })
    const video = nila.getByLabel("Asha Educator's video")
    const tools = nila.getByRole('toolbar', { name: 'Session controls' })
    await expect.poll(async () => (await video.boundingBox())?.height).toBeGreaterThan(380)
    await expect(tools).toHaveCSS('opacity', '0', { timeout: 10_000 })
    await nila.mouse.click(200, 100)
    await expect(tools).toHaveCSS('opacity', '1')
    await expect(nila.getByRole('figure', { name: 'Your Stream' })).toBeInViewport()
    await expectAccessible(nila)
    await nila.getByRole('button', { name: 'Show the chat' }).click()
    await write(nila, 'From a phone')
    await nila.setViewportSize(upright)
  })

  const context = page.context()
  // as a browser ends that is killed: nothing is said to anybody
  await page.close({ runBeforeUnload: false })
  await expect(nila.getByText(/The educator (lost the connection|is not here yet)/)).toBeVisible({ timeout: callMs })
  const back = await context.newPage()
  await join(back, session)
  await expectAllToSee([back, nila])
  await expect(nila.getByText(/The educator (lost the connection|is not here yet)/)).toBeHidden()

  await nila.close({ runBeforeUnload: true })
  await expect(back.getByRole('button', { name: 'People: 1' })).toBeVisible({ timeout: 3000 })
  await expect(back.getByLabel("Nila Rao's video")).toHaveCount(0)
})
