import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from '@playwright/test'
import { signUp } from '../support/accounts.ts'
import { expectRedirect, stamp, startAs } from '../support/api.ts'
import { image, largeVideo, webm } from '../support/media-files.ts'
import { expect, expectPage, test, watch } from '../support/test.ts'

test('an educator makes a course, a student buys and watches it, everyone else is refused', async ({
  page,
  browser,
  problems,
}) => {
  const title = `Sailing for beginners ${stamp()}`

  await test.step('an educator is six clicks from the sign-up, which leads to the studio, to the first uploaded lectures', async () => {
    await signUp(page, 'Educator', 'Meera Teacher') // the role, and "Sign Up"
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('link', { name: 'Create your first course' }).click()
    await page.getByLabel('Course Title').fill(title)
    await page.getByLabel('Category').selectOption('Others') // a click
    // an MP4 of more than 20 MB and a WebM: a click
    const folder = await mkdtemp(join(tmpdir(), 'vc-videos-'))
    const videos = [
      { from: webm(), to: join(folder, '10 three-knots.webm') },
      { from: largeVideo(), to: join(folder, '2_wind-and-sails.mp4') },
    ]
    for (const { from, to } of videos) await copyFile(from, to)
    await page.getByLabel('Choose videos').setInputFiles(videos.map(({ to }) => to))
    const planned = page.getByRole('list', { name: 'Lectures of the new course' })
    await expect(planned.getByRole('listitem')).toHaveText(['1. Wind and sails', '2. Three knots'])
    await page.getByRole('button', { name: 'Create Course' }).click()
    await expect(page.getByText('Course Created')).toBeVisible()
    await expectPage(page, /\/addcourses\//, 'Edit Course')
    await expect(page.getByText('All videos are uploaded')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('This course has 2 lectures.')).toBeVisible()
  })

  await test.step('fills it in, and stays where they are', async () => {
    const missing = page.getByRole('listitem').filter({ hasText: ', missing' })
    await expect(missing.filter({ hasText: /price|description|image/ })).toHaveText([/image/, /price/, /description/])
    await page.getByRole('button', { name: 'A description' }).click()
    await expect(page.getByLabel('Description')).toBeFocused()
    await page.getByLabel('Subtitle').fill('Knots, wind and the first trip')
    await page.getByLabel('Description').fill('Everything you need before you leave the harbour.')
    await page.getByLabel('What students will learn').fill('Tie three knots\nRead the wind')
    await page.getByLabel('Level').selectOption('Beginner')
    await page.getByLabel('Price').fill('1299')
    await page.locator('input[name=thumbnail]').setInputFiles(image())
    await expect(missing.filter({ hasText: /price|description|image/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Course Updated')).toBeVisible()
    await expectPage(page, /\/addcourses\//, 'Edit Course')
    await expect(page.getByText('Everything is ready: publish it and save.')).toBeVisible()
  })

  await test.step('publishes', async () => {
    await page.getByRole('switch', { name: 'Published' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Anyone can see this course.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy its link' })).toBeVisible()
  })

  const courseUrl = await page.evaluate(async (wanted) => {
    const courses: { _id: string; title: string }[] = await (await fetch('/api/course/getcreatorcourses')).json()
    return `/viewcourse/${courses.find((course) => course.title === wanted)?._id}`
  }, title)

  const student = await browser.newContext()
  const view = await student.newPage()
  watch(view, problems)

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
    await expect(view.getByText('Read the wind')).toBeVisible()
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
    await expect(view.getByText('0 of 2 lectures completed')).toBeVisible()
    await expect(view.getByRole('link', { name: 'Start: Wind and sails' })).toBeVisible()
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
    }
    await view.locator('video').evaluate(async (element: HTMLVideoElement) => {
      element.currentTime = element.duration - 0.2
      await element.play()
    })
    await expect(view.getByText('That was the last lecture.')).toBeVisible()
  })

  await test.step('another student gets 403 for the same bytes, a visitor 401', async () => {
    const stranger = { request: await request.newContext({ baseURL: new URL(view.url()).origin }) }
    const course = await view.request.get(courseUrl.replace('/viewcourse/', '/api/course/getcourse/'))
    const { videoUrl } = (await course.json()).lectures[0]
    expect((await view.request.get(videoUrl)).status()).toBe(200)
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
