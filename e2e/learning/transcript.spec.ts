import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addLecture, makeCourse, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { smallVideo } from '../support/media-files.ts'
import { jumpsOf, watchJumps } from '../support/screen-faults.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

const clock = (seconds: number) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`
const said = [
  'Welcome to weaving',
  'The warp is long',
  'The weft goes across',
  'A loom holds both',
  'Now pull the thread',
]
const vtt = `WEBVTT\n\n${said.map((text, index) => `${clock(4 * index)} --> ${clock(4 * index + 4)}\n${text}\n`).join('\n')}`

/** A lecture with a video and English captions, made by the API. */
async function lectureWithCaptions(page: Page, title: string): Promise<{ courseId: string; lectureId: string }> {
  await startAs(page, 'educator', 'Patient Teacher')
  const courseId = await makeCourse(page, title)
  const lectureId = await addLecture(page, courseId, 'The loom')
  const videoUrl = { name: 'loom.mp4', mimeType: 'video/mp4', buffer: readFileSync(smallVideo()) }
  const saved = await page.request.post(`/api/course/editlecture/${lectureId}`, { multipart: { videoUrl } })
  expect(saved.status()).toBe(200)
  const captions = await page.request.post(`/api/course/captions/${lectureId}`, { data: { language: 'en', text: vtt } })
  expect(captions.ok()).toBe(true)
  return { courseId, lectureId }
}

test('a transcript is read, searched and followed', async ({ page }) => {
  const { courseId, lectureId } = await lectureWithCaptions(page, `Weaving ${stamp()}`)
  await watchJumps(page)
  await page.goto(`/viewlecture/${courseId}?lecture=${lectureId}`)
  await expect(page.getByRole('button', { name: 'Transcript' })).toBeEnabled()
  // the list below keeps its place
  expect(await jumpsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Transcript' }).click()
  const transcript = page.getByRole('region', { name: 'Transcript' })
  const line = (text: string) => transcript.getByRole('button', { name: text })
  const seconds = () => page.locator('video:not([hidden])').evaluate((video) => (video as HTMLVideoElement).currentTime)
  const loaded = () => page.locator('video:not([hidden])').evaluate((video) => (video as HTMLVideoElement).readyState)
  await expect.poll(loaded).toBeGreaterThan(0)

  await test.step('a line moves the video, and is marked', async () => {
    await line('The weft goes across').click()
    await expect.poll(seconds).toBe(8)
    await expect(line('The weft goes across')).toHaveAttribute('aria-current', 'true')
  })
  await test.step('keys walk from line to line', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(line('A loom holds both')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(seconds).toBe(12)
  })
  await test.step('a search marks what it finds, and steps through it', async () => {
    await transcript.getByLabel('Search the transcript').fill('the W')
    await expect(transcript.getByRole('status')).toHaveText('1 of 2')
    await expect(transcript.locator('mark')).toHaveText(['The w', 'The w'])
    await page.keyboard.press('Enter')
    await expect(transcript.getByRole('status')).toHaveText('2 of 2')
    await transcript.getByRole('button', { name: 'Follow' }).click()
    await expect(transcript.getByRole('button', { name: 'Follow' })).toBeHidden()
  })
  await test.step('it looks well, also on a phone', async () => {
    await lookAt(page)
  })
})

test('captions and chapters are edited beside the video', async ({ page, expectErrors }) => {
  onlyWithAll('the edits of lines, and what is kept of captions and chapters, are tested without browsers')
  expectErrors.value = true
  const { courseId, lectureId } = await lectureWithCaptions(page, `Spinning ${stamp()}`)
  const lines = page.getByRole('region', { name: 'Lines in English' })
  const words = page.getByLabel('What is said')

  await test.step('lines are written, split, merged and undone', async () => {
    await page.goto(`/editlecture/${courseId}/${lectureId}`)
    await page.getByRole('link', { name: 'Edit the captions in English' }).click()
    await expect(page.getByRole('heading', { name: 'Captions in English' })).toBeVisible()
    await expect(words).toHaveValue('Welcome to weaving')
    await words.fill('Welcome to <b>weaving</b> & more')
    await page.getByRole('button', { name: 'Merge with next' }).click()
    await expect(lines.getByText('4 lines')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(lines.getByText('5 lines')).toBeVisible()
    await expect(words).toHaveValue('Welcome to <b>weaving</b> & more')
    await lines.getByRole('button', { name: 'A loom holds both' }).click()
    await page.getByLabel('End', { exact: true }).fill('0:10')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Line 4: This line ends before it begins')).toBeVisible()
    await page.getByLabel('End', { exact: true }).fill('0:15.5')
    await expect(page.getByText('Unsaved changes, kept in this tab')).toBeVisible()
    await lookAt(page)
  })

  await test.step('a reload loses nothing, and what was saved elsewhere is not overwritten unasked', async () => {
    await page.waitForTimeout(600)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByText('Changes that you had not saved were restored.')).toBeVisible()
    await page.request.post(`/api/course/captions/${lectureId}`, {
      data: { language: 'en', text: vtt.replace('pull', 'push') },
    })
    await page.getByRole('button', { name: 'Save captions' }).click()
    const asked = page
      .getByRole('dialog', { name: 'Changed elsewhere' })
      .getByRole('group', { name: 'Captions in English' })
    await expect(asked.getByText(/push/)).toBeVisible()
    await page.getByRole('button', { name: 'Save this choice' }).click()
    await expect(page.getByText('All changes are saved')).toBeVisible()
    const saved = await (await page.request.get(`/api/media/lectures/${lectureId}/captions/en.vtt`)).text()
    expect(saved).toContain('Welcome to &lt;b&gt;weaving&lt;/b&gt; &amp; more')
    expect(saved).toContain('--> 00:00:15.500')
    expect(saved).not.toContain('push')
  })

  await test.step('chapters are added, checked and saved', async () => {
    await page.goto(`/editlecture/${courseId}/${lectureId}`)
    const card = page.getByRole('region', { name: 'Chapters' })
    for (const [index, title] of ['Warp', 'Weft'].entries()) {
      await card.getByRole('button', { name: 'Add a chapter' }).click()
      await card.getByLabel(`Title of chapter ${index + 1}`).fill(title)
    }
    await card.getByLabel('Start of chapter 2').fill('9:00')
    await card.getByRole('button', { name: 'Save chapters' }).click()
    await expect(card.getByText('Before the end of the video')).toBeVisible()
    await expect(card.getByLabel('Start of chapter 2')).toBeFocused()
    await lookAt(page)
    await card.getByLabel('Start of chapter 2').fill('0:10')
    await card.getByRole('button', { name: 'Save chapters' }).click()
    await expect(page.getByText('Chapters saved')).toBeVisible()
    await page.reload()
    await expect(card.getByLabel('Title of chapter 2')).toHaveValue('Weft')
  })
})
