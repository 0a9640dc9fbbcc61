import { addLecture, startAs } from '../support/api.ts'
import { htmlNamedMp4, svgImage, svgNamedPng } from '../support/media-files.ts'
import { expect, test } from '../support/test.ts'

test('what is no video, no picture or no price gets a clear error, and what was typed stays', async ({
  page,
  problems,
  expectErrors,
}) => {
  expectErrors.value = true
  await startAs(page, 'educator', 'Careful Teacher')
  const made = await page.request.post('/api/course/create', { data: { title: 'Bad input', category: 'Others' } })
  const { _id: courseId } = await made.json()
  const lectureId = await addLecture(page, courseId, 'One')

  await test.step('an HTML page named .mp4', async () => {
    await page.goto(`/editlecture/${courseId}/${lectureId}`)
    await page.getByLabel('Lecture title').fill('A better title')
    await page.locator('input[name=videoUrl]').setInputFiles(htmlNamedMp4())
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
    await page.locator('input[name=thumbnail]').setInputFiles(svgImage())
    await expect(
      page
        .getByText(/JPEG, PNG, WebP|picture/i)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await page.locator('input[name=thumbnail]').setInputFiles(svgNamedPng())
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
    await page.getByRole('switch', { name: 'Published' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/price/i).filter({ visible: true }).first()).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/addcourses/${courseId}`))
  })
  const kept = await (await page.request.get(`/api/course/getcourse/${courseId}`)).json()
  expect(kept).toMatchObject({ isPublished: false, price: null, thumbnail: '' })
  expect(problems.length).toBeGreaterThan(0)
})
