import { addressOf, enrolledStudent, ofVideo, open, seconds } from '../support/lectures.ts'
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

test.describe('a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('shows the controls of a video with one tap, and leaves its bar where it is lifted', async ({ page }) => {
    const { course } = await enrolledStudent(page)
    await open(page, addressOf(course, 0))
    const player = page.getByRole('region', { name: /^Video player/ })
    await page.getByRole('button', { name: 'Play', exact: true }).first().tap()
    await expect.poll(() => seconds(page)).toBeGreaterThan(0)
    // the focus is elsewhere: the tap gives it to the player
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await expect(player).toHaveAttribute('data-idle', 'true', { timeout: 10_000 })
    await player.tap({ position: { x: 195, y: 20 } })
    await expect(player).not.toHaveAttribute('data-idle')

    const bar = await page.getByRole('slider', { name: 'Seek' }).boundingBox()
    if (!bar) throw new Error('no bar')
    await ofVideo(page, (video) => video.pause())
    const [y, from, to] = [bar.y + bar.height / 2, bar.x + 20, bar.x + bar.width * 0.8]
    const finger = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] })
    // as fast as a flick: none waits for what the one before it does
    await Promise.all([
      send('touchStart', from),
      ...[0.3, 0.6, 1].map((part) => send('touchMove', from + (to - from) * part)),
      send('touchEnd'),
    ])
    const share = () => ofVideo(page, (video) => video.currentTime / video.duration)
    await expect.poll(share).toBeCloseTo(0.8, 1)
  })

  test('writes a note from the settings at once', async ({ page }) => {
    // a menu that fades away is there longer than the note takes to open
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const { course } = await enrolledStudent(page)
    await open(page, addressOf(course, 0))
    await page.getByRole('button', { name: 'Player settings' }).tap()
    await page.getByRole('menuitem', { name: 'Add a note' }).tap()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByPlaceholder('Write a note')).toBeFocused()

    // where the page ends at the keyboard it is wider than high, and no phone that is held sideways
    await page.setViewportSize({ width: 390, height: 340 })
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByPlaceholder('Write a note')).toBeFocused()
    await expect(page.getByPlaceholder('Write a note')).toBeInViewport()
  })
})
