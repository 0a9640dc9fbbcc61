import type { Page } from '@playwright/test'
import { signUp } from './support/accounts.ts'
import { htmlNamedMp4, svgImage, svgNamedPng } from './support/media-files.ts'
import { expect, test } from './support/test.ts'

/** A draft with one lecture, made through the API by the educator who is signed in. */
const makeDraft = (page: Page): Promise<{ courseId: string; lectureId: string }> =>
  page.evaluate(async () => {
    const post = async (path: string, body: object) =>
      (
        await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()
    const { _id: courseId } = await post('/api/course/create', { title: 'Bad input', category: 'Others' })
    const { lecture } = await post(`/api/course/createlecture/${courseId}`, { lectureTitle: 'One' })
    return { courseId, lectureId: lecture._id }
  })

test('what is no video, no picture or no price gets a clear error, and what was typed stays', async ({
  page,
  problems,
  expectErrors,
}) => {
  expectErrors.value = true
  await signUp(page, 'Educator', 'Careful Teacher')
  const { courseId, lectureId } = await makeDraft(page)

  await test.step('an HTML page named .mp4', async () => {
    await page.goto(`/editlecture/${courseId}/${lectureId}`)
    await page.getByLabel('Lecture title').fill('A better title')
    await page.locator('input[type=file]').setInputFiles(htmlNamedMp4())
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(
      page
        .getByText(/not a video/i)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expect(page.getByLabel('Lecture title')).toHaveValue('A better title')
  })

  await test.step('an SVG as thumbnail, and one that says it is a PNG', async () => {
    await page.goto(`/addcourses/${courseId}`)
    await page.getByLabel('Subtitle').fill('Kept while errors are shown')
    await page.locator('input[type=file]').setInputFiles(svgImage())
    await expect(
      page
        .getByText(/JPEG, PNG, WebP|picture/i)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(svgNamedPng())
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(
      page
        .getByText(/not a picture/i)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expect(page.getByLabel('Subtitle')).toHaveValue('Kept while errors are shown')
  })

  await test.step('a price below zero, and publishing without a price', async () => {
    await page.goto(`/addcourses/${courseId}`)
    await page.getByLabel('Price').fill('-5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(
      page
        .getByText(/price/i)
        .filter({ hasText: /0|between|number/ })
        .first(),
    ).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/addcourses/${courseId}`))
    await page.getByLabel('Price').fill('')
    await page.getByRole('switch').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/price/i).filter({ visible: true }).first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/addcourses/${courseId}`))
  })
  const kept = await page.evaluate(async (id) => (await fetch(`/api/course/getcourse/${id}`)).json(), courseId)
  expect(kept).toMatchObject({ isPublished: false, price: null, thumbnail: '' })
  expect(problems.length).toBeGreaterThan(0)
})

test('a live lecture needs its start time', async ({ page }) => {
  await signUp(page, 'Educator', 'Live Teacher')
  const { courseId } = await makeDraft(page)
  await page.goto(`/createlecture/${courseId}`)
  await page.getByLabel('Lecture title').fill('Questions and answers')
  await page.getByRole('switch').or(page.getByRole('checkbox')).first().click()
  await page.getByRole('button', { name: 'Create Lecture' }).click()
  await expect(page.getByText('Please select live start time if enabling live session').first()).toBeVisible()
  await expect(page.getByLabel('Lecture title')).toHaveValue('Questions and answers')
})
