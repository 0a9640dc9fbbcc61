import { addressOf, enrolledStudent, ofVideo, open } from '../support/lectures.ts'
import { expect, inAll, test } from '../support/test.ts'

test('the player on a phone', async ({ page, expectErrors }) => {
  const { course } = await enrolledStudent(page)
  // as long as lectures are; those of the demo have seconds
  await page.addInitScript(() =>
    Object.defineProperty(HTMLMediaElement.prototype, 'duration', { get: () => 45 * 60 + 59 }),
  )

  for (const width of inAll([320], [360, 412]))
    await test.step(`all of its controls fit into ${width} pixels, with a long duration`, async () => {
      await page.setViewportSize({ width, height: 740 })
      await open(page, addressOf(course, 0))
      await expect(page.getByText('/ 45:59')).toBeVisible()
      const controls = page.locator('[data-controls]')
      const box = await controls.boundingBox()
      const parts = await controls.locator('button, p').all()
      let end = 0
      for (const part of parts) {
        const one = await part.boundingBox()
        if (!box || !one) continue
        expect(one.x).toBeGreaterThanOrEqual(end - 0.5)
        end = one.x + one.width
        expect(end).toBeLessThanOrEqual(box.x + box.width)
      }
    })

  for (const [width, height] of inAll<[number, number]>([[667, 375]], [[844, 390]]))
    await test.step(`held sideways it fills ${width} pixels, hides its controls, and lets one out`, async () => {
      await page.setViewportSize({ width, height })
      await open(page, addressOf(course, 0))
      const player = page.getByRole('region', { name: /^Video player/ })
      const out = page.getByRole('button', { name: 'Back to the page' })
      expect(await player.boundingBox()).toEqual({ x: 0, y: 0, width, height })
      await expect(page.getByRole('banner')).toBeHidden()
      const play = page.getByRole('button', { name: 'Play', exact: true }).first()
      await expect(play).toBeInViewport({ ratio: 1 })
      await ofVideo(page, (video) => video.play())
      await expect(player).toHaveAttribute('data-idle', 'true', { timeout: 10_000 })
      await expect(out).toHaveCSS('opacity', '0')
      await page.mouse.move(width / 2, 60)
      await page.mouse.move(width / 2, 70)
      await expect(out).toHaveCSS('opacity', '1')
      await out.click()
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'All Lectures' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^(Play|Pause)$/ }).first()).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width: height, height: width })
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('banner')).toBeHidden()
    })

  await test.step('what has no button there is in the settings', async () => {
    await page.setViewportSize({ width: 320, height: 740 })
    await expect(page.getByRole('button', { name: /^Speed/ })).toBeHidden()
    await page.getByRole('button', { name: 'Player settings' }).click()
    await page.getByRole('menuitemradio', { name: '1.5×' }).click()
    await expect.poll(() => ofVideo(page, (video) => video.playbackRate)).toBe(1.5)
  })

  await test.step('a video that may not be watched any more says nothing more', async () => {
    expectErrors.value = true
    await ofVideo(page, (video) => video.play())
    await page.route('**/api/media/lectures/**', (route) => route.fulfill({ status: 403 }))
    await ofVideo(page, (video) => video.load())
    await expect(page.getByText('Enroll in this course to watch this lecture')).toBeVisible()
    expect(await ofVideo(page, (video) => video.paused && video.readyState === 0)).toBe(true)
  })
})
