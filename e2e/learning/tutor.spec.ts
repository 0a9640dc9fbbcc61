import { readFileSync } from 'node:fs'
import type { Page, Response } from '@playwright/test'
import { addLecture, enrol, makeCourse, newClient, stamp, startAs } from '../support/api.ts'
import { open, paused, seconds } from '../support/lectures.ts'
import { lookAt } from '../support/look.ts'
import { smallVideo } from '../support/media-files.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

const said = [
  'Welcome to this lecture about weaving.',
  'A zorquil is a knot that holds the warp on the loom.',
  'First, tie the zorquil twice around the beam.',
  'Never cut the thread before the zorquil is tight.',
]
const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`
const vtt = `WEBVTT\n\n${said.map((text, index) => `${clock(4 * index)} --> ${clock(4 * index + 4)}\n${text}\n`).join('\n')}`

/** A published, free course with one spoken lecture, whose passages are there. */
async function spokenCourse(): Promise<{ courseId: string; lectureId: string }> {
  const educator = await newClient('educator', 'Patient Teacher')
  const courseId = await makeCourse(educator, `Weaving knots ${stamp()}`)
  const lectureId = await addLecture(educator, courseId, 'The knot')
  const buffer = readFileSync(smallVideo())
  const edited = await educator.request.post(`/api/course/editlecture/${lectureId}`, {
    multipart: { videoUrl: { name: 'knot.mp4', mimeType: 'video/mp4', buffer } },
  })
  expect(edited.ok()).toBe(true)
  const captions = await educator.request.post(`/api/course/captions/${lectureId}`, {
    data: { language: 'en', text: vtt },
  })
  expect(captions.ok()).toBe(true)
  const find = async () => {
    const reply = await educator.request.post('/api/ai/lectures', { data: { input: 'zorquil', courseId } })
    return (await reply.json()).passages.length
  }
  await expect.poll(find, { timeout: 20_000 }).toBeGreaterThan(0)
  await educator.request.dispose()
  return { courseId, lectureId }
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).last()

test('a question leads to the second of its answer, and who is not enrolled gets nothing of it', async ({
  page,
  expectErrors,
}) => {
  onlyWithAll('what is answered and cited, and to whom, is tested without browsers')
  const { courseId, lectureId } = await spokenCourse()
  const address = `/viewlecture/${courseId}?lecture=${lectureId}`

  await test.step('not enrolled: no text of a passage comes over the network', async () => {
    expectErrors.value = true
    await startAs(page, 'student', 'Curious Visitor')
    const bodies: Promise<string>[] = []
    const keep = (response: Response) => {
      if (/video|image|font/.test(response.headers()['content-type'] ?? '')) return
      bodies.push(response.text().catch(() => ''))
    }
    page.on('response', keep)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'All Lectures' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask about this course' })).toHaveCount(0)
    await page.goto('/searchwithai?q=what+is+a+zorquil+knot')
    await expect(page.getByText(/Covered in lecture 1/)).toBeVisible()
    for (const task of ['ask', 'summarise', 'explain', 'quiz']) {
      const data = { courseId, lectureId, message: 'What is a zorquil?', task }
      const asked = await page.request.post('/api/ai/ask', { data })
      expect(asked.status()).toBe(403)
      bodies.push(asked.text())
    }
    const all = (await Promise.all(bodies)).join('\n')
    for (const sentence of said) expect(all).not.toContain(sentence)
    page.off('response', keep)
    expectErrors.value = false
  })

  await test.step('asked by keyboard: the answer cites its place, and is read to screen readers', async () => {
    await enrol(page, courseId)
    await open(page, address)
    await page.getByRole('button', { name: 'Ask about this course' }).last().press('Enter')
    const card = region(page, 'Ask about this course')
    await card.getByLabel('Your question about this course').fill('What is a zorquil?')
    await page.keyboard.press('Enter')
    await expect(
      card.getByText('“A zorquil is a knot that holds the warp on the loom.”', { exact: true }),
    ).toBeVisible()
    await expect(card.getByRole('status')).toContainText('A zorquil is a knot')
    await lookAt(page)
  })

  await test.step('a citation is pressed: the player stands at its second and plays', async () => {
    const card = region(page, 'Ask about this course')
    await card
      .getByRole('button', { name: /^Go to 0:04 in lecture 1/ })
      .first()
      .press('Enter')
    await expect.poll(() => paused(page)).toBe(false)
    const at = await seconds(page)
    expect(at).toBeGreaterThanOrEqual(4)
    expect(at).toBeLessThan(6)
    await page.keyboard.press('k')
  })

  await test.step('what it does not cover is offered to the educator, filled in', async () => {
    const card = region(page, 'Ask about this course')
    await card.getByLabel('Your question about this course').fill('How do I bake sourdough bread?')
    await page.keyboard.press('Enter')
    await expect(card.getByText(/This course does not cover it/).first()).toBeVisible()
    await card.getByRole('button', { name: 'Ask the educator' }).click()
    await expect(region(page, 'Questions').getByRole('textbox', { name: 'Your question' })).toHaveValue(
      'How do I bake sourdough bread?',
    )
  })

  await test.step('a search in the course marks the seek bar, and leads there', async () => {
    await page.getByRole('button', { name: 'Search in this course' }).last().click()
    const card = region(page, 'Search in this course')
    await card.getByRole('searchbox', { name: 'Search in this course' }).fill('cut the thread')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('status')).toContainText(/place/)
    await expect(page.locator('[data-found-mark]').first()).toBeAttached()
    await card.getByRole('list', { name: 'Places that were found' }).getByRole('button').first().click()
    await expect.poll(() => seconds(page)).toBeGreaterThanOrEqual(11)
  })
})
