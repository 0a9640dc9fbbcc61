import { request } from '@playwright/test'
import { signUp } from './support/accounts.ts'
import { expectRedirect, stamp, startAs } from './support/api.ts'
import { image, largeVideo, webm } from './support/media-files.ts'
import { expect, expectPage, test, watch } from './support/test.ts'

test('an educator makes a course, a student buys and watches it, everyone else is refused', async ({
  page,
  browser,
  problems,
}) => {
  test.setTimeout(180_000)
  const title = `Sailing for beginners ${stamp()}`

  await test.step('the educator signs up and creates a draft', async () => {
    await signUp(page, 'Educator', 'Meera Teacher')
    await page.goto('/courses')
    await page.getByRole('link', { name: 'Create Course' }).click()
    await page.getByLabel('Course Title').fill(title)
    await page.getByLabel('Category').selectOption('Others')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Course Created')).toBeVisible()
    await expect(page).toHaveURL(/\/courses$/)
    await expect(page.getByText('Draft').first()).toBeVisible()
  })

  await test.step('fills it in', async () => {
    await page
      .getByRole('link', { name: new RegExp(`Edit.*${title}`, 'i') })
      .filter({ visible: true })
      .click()
    await page.getByLabel('Subtitle').fill('Knots, wind and the first trip')
    await page.getByLabel('Description').fill('Everything you need before you leave the harbour.')
    await page.getByLabel('Level').selectOption('Beginner')
    await page.getByLabel('Price').fill('1299')
    await page.locator('input[type=file]').setInputFiles(image())
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Course Updated')).toBeVisible()
  })

  await test.step('adds two lectures with an MP4 of more than 20 MB and a WebM', async () => {
    await page
      .getByRole('link', { name: new RegExp(`Edit.*${title}`, 'i') })
      .filter({ visible: true })
      .click()
    await expectPage(page, /\/addcourses\//, 'Edit Course')
    await page
      .getByRole('link', { name: /lectures?/i })
      .filter({ visible: true })
      .first()
      .click()
    for (const name of ['Wind and sails', 'Three knots']) {
      await page.getByLabel('Lecture Title').fill(name)
      await page.getByRole('button', { name: 'Create Lecture' }).click()
      await expect(page.getByText(new RegExp(`Lecture - \\d: ${name}`))).toBeVisible()
    }
    for (const [index, video] of [largeVideo(), webm()].entries()) {
      await page.getByRole('link', { name: /edit/i }).filter({ visible: true }).nth(index).click()
      await page.locator('input[type=file]').setInputFiles(video)
      await page.getByRole('button', { name: 'Update' }).click()
      await expect(page.getByText('Lecture Updated').first()).toBeVisible({ timeout: 60_000 })
      if (!page.url().includes('/createlecture/'))
        await page.goto(
          page
            .url()
            .replace('editlecture', 'createlecture')
            .replace(/\/[^/]+$/, ''),
        )
    }
  })

  await test.step('publishes', async () => {
    await page.getByRole('link', { name: 'Back to Course' }).click()
    // the page before has a switch too
    await expectPage(page, /\/addcourses\//, 'Edit Course')
    await page.getByRole('switch').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Course Updated').first()).toBeVisible()
    await expect(page.getByText('Published').filter({ visible: true }).first()).toBeVisible()
  })

  const courseUrl = await page.evaluate(async (wanted) => {
    const courses: { _id: string; title: string }[] = await (await fetch('/api/course/getcreatorcourses')).json()
    return `/viewcourse/${courses.find((course) => course.title === wanted)?._id}`
  }, title)

  const student = await browser.newContext()
  const view = await student.newPage()
  watch(view, problems)
  let videoUrl = ''

  await test.step('a student finds it in the catalogue', async () => {
    await expectRedirect(view, courseUrl, /^\/signup\?next=/)
    await startAs(view, 'student', 'Ravi Learner')
    await view.goto('/allcourses?category=Others')
    await view
      .getByRole('link', { name: new RegExp(title) })
      .first()
      .click()
    await expect(view).toHaveURL(courseUrl)
    await expect(view.getByRole('heading', { level: 1 })).toHaveText(title)
  })

  await test.step('closes the checkout, is declined, then pays', async () => {
    const enroll = view.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })
    await enroll.click()
    const checkout = view.frameLocator('iframe[title="Checkout"]')
    await expect(checkout.getByRole('heading', { name: 'Virtual Courses' })).toBeVisible()
    await expect(checkout.getByText('Course Enrollment Payment')).toBeVisible()
    await expect(checkout.getByText('₹1,299')).toBeVisible()
    await checkout.getByRole('button', { name: 'Close without paying' }).click()
    await expect(enroll).toBeEnabled()
    await enroll.click()
    await checkout.getByRole('button', { name: 'Decline payment' }).click()
    await expect(checkout.getByRole('alert')).toContainText('declined')
    await checkout.getByRole('button', { name: 'Approve payment' }).click()
    await expect(view.getByText('Payment successful. You are enrolled!')).toBeVisible()
    await expect(view.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })).toBeVisible()
  })

  await test.step('watches: time advances, and seeking works', async () => {
    await view.getByRole('link', { name: 'Watch Now' }).filter({ visible: true }).click()
    await expect(view.getByText('Select a lecture to start watching')).toBeVisible()
    for (const name of ['Wind and sails', 'Three knots']) {
      await view.getByRole('link', { name: new RegExp(name) }).click()
      const video = view.locator('video')
      // one element shows all lectures
      await expect(video).toHaveAccessibleName(name)
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
        .toBeGreaterThanOrEqual(2)
      await video.evaluate(async (element: HTMLVideoElement) => {
        element.muted = true
        await element.play()
      })
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.5)
      const seeked = await video.evaluate(async (element: HTMLVideoElement) => {
        const target = element.duration * 0.7
        element.currentTime = target
        await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
        return element.currentTime >= target - 0.5 && element.readyState >= 2
      })
      expect(seeked).toBe(true)
      videoUrl = await video.evaluate((element: HTMLVideoElement) => element.currentSrc)
    }
  })

  await test.step('another student gets 403 for the same bytes, a visitor 401', async () => {
    const stranger = { request: await request.newContext() }
    expect((await stranger.request.get(videoUrl)).status()).toBe(401)
    await startAs(stranger, 'student', 'Nosy Student')
    expect((await stranger.request.get(videoUrl)).status()).toBe(403)
    await stranger.request.dispose()
  })

  await test.step('the course is in the list of enrolled courses', async () => {
    await view.getByRole('button', { name: 'Account menu' }).click()
    await view.getByRole('menuitem', { name: 'My Courses' }).click()
    await expectPage(view, '/enrolledcourses', 'My Enrolled Courses')
    await expect(view.getByRole('heading', { name: title })).toBeVisible()
  })
  await student.close()
})
