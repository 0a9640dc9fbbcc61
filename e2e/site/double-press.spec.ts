import type { Locator, Page } from '@playwright/test'
import { addLecture, makeCourse, stamp, startAs } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

/** Taps where a button is, in the pace of a double tap: a fast line has answered the first one by the second. */
async function doubleTap(page: Page, button: Locator): Promise<void> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not shown')
  for (const pause of [200, 300]) {
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForTimeout(pause)
  }
}

test('a double tap makes one of what a form makes, and keys make as many as they are pressed for', async ({ page }) => {
  await startAs(page, 'educator', 'Hurried Teacher')
  const course = await makeCourse(page, `Made once ${stamp()}`)
  const lecture = await addLecture(page, course, 'Welcome')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && !pathname.startsWith('/api/drafts')) calls.push(pathname.replace(/\w{24}/, 'id'))
  })

  await page.goto(`/createlecture/${course}`)
  const title = page.getByRole('textbox', { name: 'Lecture title' })
  await title.fill('Tapped')
  await doubleTap(page, page.getByRole('button', { name: 'Create Lecture' }))
  await expect(page.getByText('Lecture title is required')).toHaveCount(0)
  for (const name of ['Typed', 'Typed again']) {
    await title.fill(name)
    await title.press('Enter')
    await expect(title).toHaveValue('')
  }
  await expect(page.getByRole('button', { name: /^More for T/ })).toHaveCount(3)
  expect(calls.splice(0)).toEqual(Array(3).fill('/api/course/createlecture/id'))

  await page.goto(`/editlecture/${course}/${lecture}`)
  await page.getByLabel('Live start time').fill('2031-05-06T18:30')
  await doubleTap(page, page.getByRole('button', { name: 'Schedule session' }))
  await expect(page.getByRole('button', { name: 'Move session' })).toBeVisible()
  expect(calls).toEqual(['/api/live/schedule-live/id'])
})
