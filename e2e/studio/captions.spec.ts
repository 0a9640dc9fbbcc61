import { writeFileSync } from 'node:fs'
import { findProgram } from '../../scripts/prepare/system-programs.ts'
import { addLecture, makeCourse, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { demoVideo, smallVideo } from '../support/media-files.ts'
import { expect, expectAccessible, isWhole, test } from '../support/test.ts'

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('captions are added, shown by the player, replaced and removed', async ({ page, expectErrors }, info) => {
  expectErrors.value = true
  await startAs(page, 'educator', 'Careful Teacher')
  const courseId = await makeCourse(page, `Words to read ${stamp()}`)
  const lectureId = await addLecture(page, courseId, 'A lecture that speaks')
  await page.goto(`/editlecture/${courseId}/${lectureId}`)
  const card = page.getByRole('region', { name: 'Captions' })

  await test.step('after the video', async () => {
    await page.getByLabel(/^Video/).setInputFiles(isWhole ? demoVideo() : smallVideo())
    await page.getByRole('button', { name: 'Update Lecture' }).click()
    // four requests, a job and a thread of the server's own, beside the streams of other tests
    await expect(page.getByText('Lecture Updated')).toBeVisible({ timeout: 30_000 })
  })

  await card.getByRole('button', { name: 'Add captions' }).click()

  // what is no file of captions is refused by tests without browsers
  if (isWhole)
    await test.step('a file that holds none is refused with a sentence, and stays chosen', async () => {
      await card.getByRole('button', { name: 'Save captions' }).click()
      await expect(card.getByText('Choose a file with captions')).toBeVisible()
      await card
        .getByLabel('File with captions')
        .setInputFiles(file('words.srt', '1\n00:00:03,000 --> 00:00:01,000\nx\n'))
      await card.getByRole('button', { name: 'Save captions' }).click()
      await expect(card.getByText('Line 2: this caption ends before it begins')).toBeVisible()
      await expect(card.getByText('words.srt')).toBeVisible()
    })

  // forms that keep what was chosen have tests of their own
  if (isWhole)
    await test.step('also when it is changed after it was chosen, or the title is saved meanwhile', async () => {
      const path = info.outputPath('repaired.vtt')
      writeFileSync(path, 'WEBVTT\n\n00:01.000 --> 00:02.000\nx\n')
      await card.getByLabel('File with captions').setInputFiles(path)
      writeFileSync(path, 'WEBVTT\n\n00:01.000 --> 00:02.000\nrepaired\n')
      await card.getByRole('button', { name: 'Save captions' }).click()
      await expect(card.getByText('The file has changed since you chose it. Choose it again')).toBeVisible()
      await page.getByLabel('Lecture Title').fill('A lecture that still speaks')
      await page.getByRole('button', { name: 'Update Lecture' }).click()
      await expect(page.getByText('Unsaved changes')).toBeHidden()
      await expect(card.getByText('repaired.vtt')).toBeVisible()
    })

  await test.step('SubRip becomes captions of the player', async () => {
    await card.getByLabel('Language').selectOption('hi')
    await card
      .getByLabel('File with captions')
      .setInputFiles(file('hindi.srt', '1\n00:00:00,000 --> 00:00:19,000\nनमस्ते List<String> && दुनिया\n'))
    await card.getByRole('button', { name: 'Save captions' }).click()
    await expect(page.getByText('Captions saved')).toBeVisible()
    await expect(card.getByRole('listitem')).toContainText('हिन्दी')
    await expect(card.getByRole('button', { name: 'Add captions' })).toBeFocused()
    await lookAt(page)
    await page.goto(`/viewlecture/${courseId}?lecture=${lectureId}`)
    await page.getByRole('button', { name: 'Captions', exact: true }).click()
    // keys move in a video only once its length is known
    const loaded = () => page.locator('video:not([hidden])').evaluate((video) => (video as HTMLVideoElement).readyState)
    await expect.poll(loaded).toBeGreaterThan(0)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText('नमस्ते List<String> && दुनिया')).toBeVisible()
  })

  // without ffmpeg there are no streams, and the original plays
  if (findProgram('ffmpeg'))
    await test.step('its stream plays in a chosen quality, with thumbnails, and goes on in another chapter', async () => {
      const chapters = [
        { start: 0, title: 'Greeting' },
        { start: 12, title: 'Ending' },
      ]
      await page.request.post(`/api/course/chapters/${lectureId}`, { data: { chapters } })
      const course = async () => (await page.request.get(`/api/course/getcourse/${courseId}`)).json()
      await expect.poll(async () => (await course()).lectures[0].streamUrl, { timeout: 60_000 }).toBeDefined()
      await page.reload()
      const ofVideo = <T>(read: (video: HTMLVideoElement) => T): Promise<T> =>
        page.locator('video:not([hidden])').evaluate(read as (video: SVGElement | HTMLElement) => T) // finds nothing but videos
      await expect.poll(() => ofVideo((video) => video.readyState)).toBeGreaterThanOrEqual(2)
      expect(await ofVideo((video) => video.currentSrc)).toMatch(/^blob:/)

      // a video with few pixels has one quality; `quality.test.ts` chooses among several
      if (isWhole) {
        await page.getByRole('button', { name: 'Player settings' }).click()
        await page.getByRole('menuitemradio', { name: '240p', exact: true }).click()
        await expect(page.getByRole('menu')).toBeHidden()
      }
      await page.keyboard.press('5')
      await expect.poll(() => ofVideo((video) => !video.seeking && video.currentTime > 9)).toBe(true)
      if (isWhole) await expect.poll(() => ofVideo((video) => video.videoHeight)).toBe(240)
      await expect(page.getByText('नमस्ते List<String> && दुनिया')).toBeVisible()

      const bar = page.getByRole('slider', { name: 'Seek' })
      await expect(bar).toHaveAttribute('aria-valuetext', /, Ending$/)
      await bar.hover()
      const thumbnail = page.locator('[data-preview] img')
      await expect(thumbnail).toBeVisible()
      await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

      await page.getByRole('button', { name: 'Chapters, Ending' }).click()
      await expectAccessible(page)
      await page.getByRole('menuitemradio', { name: '0:00 Greeting' }).click()
      await expect.poll(() => ofVideo((video) => !video.seeking && video.currentTime < 1)).toBe(true)
      await page.getByRole('button', { name: 'Player settings' }).click()
      await page.getByRole('menuitem', { name: 'Look of captions' }).click()
      await page.getByLabel('Size').selectOption('Very large')
      await lookAt(page)
      await page.keyboard.press('Escape')
    })

  // their removal, and that of others, is tested without browsers
  if (!isWhole) return
  await test.step('and go again', async () => {
    await page.goto(`/editlecture/${courseId}/${lectureId}`)
    await card.getByRole('button', { name: 'Remove the captions in हिन्दी' }).click()
    await expect(page.getByText('Captions removed')).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'Add captions' })).toBeFocused()
  })
})
