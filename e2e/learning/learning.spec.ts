import type { Page } from '@playwright/test'
import { addLecture, makeCourse, stamp, startAs } from '../support/api.ts'
import {
  addressOf,
  enrolledStudent,
  expectVideo,
  freeCourse,
  jump,
  lecture,
  ofVideo,
  open,
  paused,
  seconds,
} from '../support/lectures.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, isWhole, onlyWithAll, test, watch } from '../support/test.ts'

type Report = { seconds?: number; completed?: boolean }

/** Does something that the page reports to the server, and waits for the answer. The player reports of itself now and then too. */
async function reported(
  page: Page,
  isThis: (report: Report) => boolean,
  act: () => Promise<unknown>,
  lectureId = '',
): Promise<void> {
  const answer = page.waitForResponse(
    (one) =>
      one.url().includes(`/api/learning/lecture/${lectureId}`) && one.ok() && isThis(one.request().postDataJSON()),
  )
  await act()
  await answer
}

/** Moves in the video and waits until the server has the place: the lecture before may report its own only now. */
const jumpAndReport = (page: Page, to: number): Promise<void> =>
  reported(
    page,
    ({ seconds = 0 }) => seconds >= to,
    () => jump(page, to),
    new URL(page.url()).searchParams.get('lecture') ?? '',
  )

test('taking a course', async ({ page, browser, problems }) => {
  const { course, person } = await enrolledStudent(page)
  const count = course.lectures.length
  const first = lecture(course, 0)
  const second = lecture(course, 1)
  const fourth = lecture(course, 3)
  const tick = (title: string) => page.getByRole('checkbox', { name: `Completed: ${title}` })
  const startPage = page.getByText('Select a lecture to start watching')

  await test.step('the page asks for a choice, and leads back to where one was', async () => {
    await page.goto(`/viewlecture/${course._id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(course.title)
    await expect(startPage).toBeVisible()
    await expect(page.getByRole('heading', { name: 'All Lectures' })).toBeVisible()
    await expect(page.getByText(`0 of ${count} lectures completed`)).toBeVisible()
    await lookAt(page)
    await page.getByRole('link', { name: 'Start', exact: true }).click()
    await expect(page).toHaveURL(addressOf(course, 0))
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.3)

    await page.getByRole('link', { name: lecture(course, 2).lectureTitle }).click()
    await expect(page).toHaveURL(addressOf(course, 2))
    await expectVideo(page, lecture(course, 2))
    await expect.poll(() => paused(page)).toBe(false)
    await jumpAndReport(page, 9)
    await page.goto(`/viewlecture/${course._id}`)
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL(addressOf(course, 2))
    await expect(page.getByText(/Resumed at 0:(09|1\d)/)).toBeVisible()
    await page.goBack()
    await expect(startPage).toBeVisible()
  })

  await test.step('lectures are ticked by their end and by hand, and the course counts along', async () => {
    await page.getByRole('link', { name: first.lectureTitle }).click()
    await expectVideo(page, first)
    await jumpAndReport(page, first.durationSeconds - 1)
    await expect(tick(first.lectureTitle)).toBeChecked()
    await expect(page.getByText(`1 of ${count} lectures completed`)).toBeVisible()

    const done = ({ completed }: Report) => completed === true
    await reported(page, done, () => tick(fourth.lectureTitle).check())
    await expect(page.getByText(`2 of ${count} lectures completed`)).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute(
      'aria-valuetext',
      `2 of ${count} lectures completed`,
    )
    const undone = ({ completed }: Report) => completed === false
    await reported(page, undone, () => tick(first.lectureTitle).uncheck())
  })

  await test.step('a lecture goes on where one stopped: after a reload', async () => {
    await page.getByRole('link', { name: second.lectureTitle }).click()
    await expectVideo(page, second)
    await page.keyboard.press('k')
    await expect.poll(() => paused(page)).toBe(true)
    await jumpAndReport(page, 14)
    await page.reload()
    await expect(page.getByText('Resumed at 0:14')).toBeVisible()
    expect(await seconds(page)).toBeCloseTo(14, 0)
    expect(await paused(page)).toBe(true)
    await expect(tick(first.lectureTitle)).not.toBeChecked()
    await expect(tick(fourth.lectureTitle)).toBeChecked()
  })

  await test.step('and in another browser', async () => {
    const other = await browser.newContext()
    const phone = await other.newPage()
    watch(phone, problems)
    await phone.request.post('/api/auth/login', { data: { email: person.email, password: person.password } })
    await phone.goto('/enrolledcourses')
    await expect(phone.getByRole('heading', { name: 'My Enrolled Courses' })).toBeVisible()
    await expect(phone.getByRole('article').filter({ hasText: course.title })).toContainText(
      `1 of ${count} lectures completed`,
    )
    await phone.getByRole('link', { name: 'Watch Now' }).click()
    await expect(phone).toHaveURL(addressOf(course, 1))
    await expect(phone.getByText('Resumed at 0:14')).toBeVisible()
    await phone.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => seconds(phone)).toBeLessThan(8)
    await other.close()
  })
})

test('a bad network', async ({ page, problems }) => {
  onlyWithAll('positions, reports and ticks that wait for a line are tested without browsers')
  const { course } = await enrolledStudent(page)
  const first = lecture(course, 0)

  await test.step('a video that does not come can be asked for again', async () => {
    await page.route('**/api/media/lectures/**/video', (route) => route.abort('connectionreset'))
    await page.goto(addressOf(course, 1))
    await expect(page.getByText('The video cannot be reached.')).toBeVisible()
    await page.unroute('**/api/media/lectures/**/video')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.2)
    expect(problems.filter((one) => !one.includes('ERR_CONNECTION_RESET'))).toEqual([])
    problems.length = 0
  })

  await test.step('without a network the position is kept here, and sent when the network is back', async () => {
    await ofVideo(page, (video) => video.play())
    await expect.poll(() => seconds(page)).toBeGreaterThan(1)
    await page.route('**/api/learning/lecture/**', (route) => route.fulfill({ status: 503, json: {} }))
    const unsent = page.waitForResponse((one) => one.url().endsWith('/watched') && one.status() === 503)
    await jump(page, 16)
    await page.keyboard.press('k')
    await expect.poll(() => paused(page)).toBe(true)
    const { id, intervals } = (await unsent).request().postDataJSON()
    await page.unroute('**/api/learning/lecture/**')
    const kept = ({ seconds = 0 }: Report) => seconds >= 16
    const counted = page.waitForResponse(
      (one) => one.url().endsWith('/watched') && one.request().postDataJSON().id === id,
    )
    await reported(page, kept, () => page.reload())
    expect((await counted).status()).toBe(200)
    // what was watched before the jump, and nothing of what it skipped
    expect(intervals[0][1]).toBeLessThan(16)
    await expect(page.getByText(/Resumed at 0:1\d/)).toBeVisible()
  })

  await test.step('a tick that cannot be saved goes back', async () => {
    const tick = page.getByRole('checkbox', { name: `Completed: ${first.lectureTitle}` })
    await page.route('**/api/learning/lecture/**', (route) =>
      route.fulfill({ status: 503, json: { message: 'Please try again later', code: 'internal', requestId: 'x' } }),
    )
    await tick.click()
    await expect(page.getByText('Please try again later')).toBeVisible()
    await expect(tick).not.toBeChecked()
  })
  expect(problems.filter((one) => !one.includes('status of 503'))).toEqual([])
  problems.length = 0
})

test('the player', async ({ page }) => {
  const { course } = await enrolledStudent(page)
  const press = (key: string) => page.keyboard.press(key)
  const captions = page.locator('[data-captions]')
  const end = (index: number) => jump(page, lecture(course, index).durationSeconds - 0.4)
  const play = () => ofVideo(page, (video) => video.play())
  await open(page, addressOf(course, 0))
  await lookAt(page)

  await test.step('the player listens to the keys that players share', async () => {
    await press('k')
    await expect.poll(() => paused(page)).toBe(false)
    await press(' ')
    await expect.poll(() => paused(page)).toBe(true)
    await press('5')
    const half = lecture(course, 0).durationSeconds / 2
    await expect.poll(() => seconds(page)).toBeCloseTo(half, -1)
    const middle = await seconds(page)
    await press('j')
    await expect.poll(() => seconds(page)).toBeCloseTo(middle - 10, 0)
    await press('ArrowRight')
    await expect.poll(() => seconds(page)).toBeCloseTo(middle - 5, 0)
    await press('l')
    await expect.poll(() => seconds(page)).toBeCloseTo(middle + 5, 0)
    await press('>')
    await expect(page.getByText('Speed 1.25×')).toBeVisible()
    expect(await ofVideo(page, (video) => video.playbackRate)).toBe(1.25)
    await press('<')
    await press('m')
    expect(await ofVideo(page, (video) => video.muted)).toBe(true)
    await press('m')
    await press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.tagName)).toBe('SECTION')
    await press('f')
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  })

  await test.step('the bar moves by keys and says where it is', async () => {
    const bar = page.getByRole('slider', { name: 'Seek' })
    await bar.focus()
    await press('Home')
    await expect.poll(() => seconds(page)).toBe(0)
    await press('ArrowRight')
    await expect(bar).toHaveAttribute('aria-valuetext', /^5 seconds of \d+ seconds$/)
    await press('ArrowUp')
    await expect(bar).toHaveAttribute('aria-valuetext', /^10 seconds of/)
  })

  await test.step('speed and captions are remembered, in every lecture and after a reload', async () => {
    await page.getByRole('button', { name: 'Speed, 1×' }).click()
    await page.getByRole('menuitemradio', { name: '1.5×' }).click()
    await expect(page.getByRole('button', { name: 'Speed, 1.5×' })).toBeVisible()
    await page.getByRole('button', { name: 'Captions', exact: true }).click()
    await jump(page, 3)
    await expect(captions).toBeVisible()
    await page.getByRole('button', { name: 'Player settings' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeChecked()
    await expectAccessible(page)
    await press('Escape')

    await page.getByRole('link', { name: lecture(course, 1).lectureTitle }).click()
    await expectVideo(page, lecture(course, 1))
    await expect.poll(() => ofVideo(page, (video) => video.playbackRate)).toBe(1.5)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Speed, 1.5×' })).toBeVisible()
    await jump(page, 3)
    await expect(captions).toBeVisible()
    await press('c')
    await expect(captions).toBeHidden()
  })

  // what is remembered of the player is tested without browsers, in `preferences.test.ts`
  if (isWhole)
    await test.step('the page gives the video its width, and the list its place, and remembers it', async () => {
      const list = page.getByRole('heading', { name: 'All Lectures' })
      const width = () => ofVideo(page, (video) => video.clientWidth)
      const beside = async () => {
        const [video, title] = await Promise.all([page.locator('video').boundingBox(), list.boundingBox()])
        return (title?.x ?? 0) >= (video?.x ?? 0) + (video?.width ?? 0)
      }
      expect(await beside()).toBe(true)
      const narrow = await width()
      await page.evaluate(() => window.scrollTo(0, 80))
      await press('t')
      await expect.poll(width).toBeGreaterThan(narrow + 300)
      await expect(page.locator('video')).toBeInViewport({ ratio: 0.5 })
      await page.reload()
      await expect(page.getByRole('button', { name: 'Leave theatre mode' })).toHaveAttribute('aria-pressed', 'true')
      expect(await width()).toBeGreaterThan(narrow + 300)
      await expectNoSidewaysScroll(page)
      await press('t')
      await expect.poll(width).toBe(narrow)
      await page.getByRole('button', { name: 'Show the lectures below the video' }).click()
      await expect.poll(beside).toBe(false)
      await lookAt(page)
      await page.getByRole('button', { name: 'Show the lectures beside the video' }).click()
      await expect.poll(beside).toBe(true)
    })
  await page.getByRole('slider', { name: 'Seek' }).focus()

  await test.step('the next lecture is offered at the end, and waits for readers who want no motion', async () => {
    await play()
    await end(1)
    await expect(page.getByText('Up next')).toBeVisible()
    await expect(page.getByText(/Plays in/)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Play next' })).toBeFocused()
    await press('Enter')
    await expect(page).toHaveURL(addressOf(course, 2))
    await expect.poll(() => paused(page)).toBe(false)
  })

  await test.step('for others it begins by itself, unless they cancel', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expectVideo(page, lecture(course, 2))
    await end(2)
    await expect(page.getByText(/Plays in \d s/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText(/Plays in/)).toBeHidden()
    await page.getByRole('button', { name: 'Watch again' }).click()
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.2)
    await end(2)
    await expect(page).toHaveURL(addressOf(course, 3), { timeout: 20_000 })
    await expect.poll(() => paused(page)).toBe(false)
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })

  // a link of the list leads to a quiz in every run
  if (isWhole)
    await test.step('after the last video comes the quiz, on a page of its own', async () => {
      const last = course.lectures.findLastIndex(({ kind }) => kind === undefined)
      await page.getByRole('link', { name: lecture(course, last).lectureTitle }).click()
      await expectVideo(page, lecture(course, last))
      await end(last)
      await expect(page.getByText('Up next')).toBeVisible()
      await lookAt(page)
      await page.getByRole('button', { name: 'Go on', exact: true }).click()
      await expect(page).toHaveURL(/\/quiz\//)
      await page.goBack()
    })

  await test.step('a list tells the keys, and turns them off', async () => {
    await page.getByRole('link', { name: lecture(course, 0).lectureTitle }).click()
    await expectVideo(page, lecture(course, 0))
    await expect.poll(() => paused(page)).toBe(false)
    await press('k')
    await expect.poll(() => paused(page)).toBe(true)
    await press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toBeVisible()
    await expectAccessible(page)
    await press('k')
    expect(await paused(page)).toBe(true)
    await help.getByRole('switch', { name: 'Use these keys' }).uncheck()
    await press('Escape')
    await expect(help).toBeHidden()
    const before = await seconds(page)
    await press('9')
    await press('k')
    expect(await paused(page)).toBe(true)
    expect(await seconds(page)).toBe(before)
    await page.getByRole('slider', { name: 'Seek' }).focus()
    await press('Home')
    await expect.poll(() => seconds(page)).toBe(0)
  })
})

test('a course that one cannot watch', async ({ page, expectErrors }) => {
  onlyWithAll('who may watch what is tested without browsers; previews and purchases are in every run')
  await test.step('a course without lectures and a teacher without words have their sentences', async () => {
    await startAs(page, 'educator', 'Quiet Teacher')
    const courseId = await makeCourse(page, `Silence ${stamp()}`)
    await page.goto(`/viewlecture/${courseId}`)
    await expect(page.getByText('No lectures available.')).toBeVisible()
    await expect(page.getByText('No bio available.')).toBeVisible()
    await addLecture(page, courseId, 'Nothing to see')
    await page.reload()
    await page.getByRole('link', { name: /Nothing to see/ }).click()
    await expect(page.getByText('This lecture has no video yet.')).toBeVisible()
    await lookAt(page)
  })

  await test.step('who did not enroll sees what there is to see', async () => {
    expectErrors.value = true
    // a page that is open reloads when it finds another user
    await page.goto('about:blank')
    await startAs(page, 'student', 'Window Shopper')
    const course = await freeCourse(page)
    const locked = course.lectures.findIndex((one) => !one.isPreviewFree)
    await page.goto(addressOf(course, locked))
    await expect(page.getByText('Enroll in this course to watch this lecture')).toBeVisible()
    await expect(
      page.getByRole('checkbox', { name: `Completed: ${lecture(course, locked).lectureTitle}` }),
    ).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Enrollment' })).toContainText('Free')
    await lookAt(page)
    await page.getByRole('link', { name: 'See the course' }).click()
    await expect(page).toHaveURL(`/viewcourse/${course._id}`)
    await expect(page.getByText(new RegExp(`^${course.lectures.length} lectures · \\d+ min$`))).toBeVisible()
    await page.getByRole('button', { name: lecture(course, 0).lectureTitle }).click()
    await expect.poll(() => seconds(page)).toBeGreaterThan(0.3)
    await page.getByRole('button', { name: 'Captions', exact: true }).click()
    await jump(page, 3)
    await expect(page.locator('[data-captions]')).toBeVisible()
  })

  await test.step('who enrolls among the lectures stays there, and watches', async () => {
    const course = await freeCourse(page)
    const locked = course.lectures.findIndex((one) => !one.isPreviewFree)
    await page.goto(addressOf(course, locked))
    await page.getByRole('region', { name: 'Enrollment' }).getByRole('button', { name: 'Enroll Now' }).click()
    await expectVideo(page, lecture(course, locked))
    await expect(page).toHaveURL(addressOf(course, locked))
    await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(0)
  })
})
