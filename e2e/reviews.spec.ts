import { demoCourses, enrol, makeCourse, stamp, startAs } from './support/api.ts'
import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'

test('a review is sent with the keyboard, and the average is new everywhere', async ({ page, browser, problems }) => {
  const words = `I can tie my shoes now: ${Date.now().toString(36)}`
  const educator = await (await browser.newContext()).newPage()
  await startAs(educator, 'educator', 'Reviewed Teacher')
  const title = `Reviewed course ${stamp()}`
  const courseId = await makeCourse(educator, title)
  await startAs(page, 'student', 'Reviewing Student')
  await enrol(page, courseId)

  await page.goto('/allcourses')
  const card = page.getByRole('article').filter({ hasText: title })
  await expect(card.getByRole('img', { name: '0 out of 5 stars' })).toBeVisible()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: 'Write a Review' })).toBeVisible()
  const comment = page.getByLabel('Your comment')
  const stars = page.getByRole('group', { name: 'Your rating' }).getByRole('radio')
  await expect(stars).toHaveCount(5)

  await comment.fill('x'.repeat(1980))
  await expect(page.getByText('1,980 / 2,000')).toBeVisible()
  await expect(page.getByText('20 characters left')).toBeAttached()
  await comment.fill(words)
  await page.getByRole('radio', { name: '3 stars' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await lookAt(page)

  await page.route('**/api/review/givereview', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByRole('alert').getByText(/./).first()).toBeVisible()
  await expect(comment).toHaveValue(words)
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  expect(problems).toHaveLength(1)
  problems.length = 0

  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Review Added')).toBeVisible()
  await expect(comment).toHaveValue('')
  await expect(stars.and(page.locator(':checked'))).toHaveCount(0)
  await expect(page.getByRole('img', { name: '4.0 out of 5 stars' }).first()).toBeVisible()
  await page.goBack()
  await expect(card.getByRole('img', { name: '4.0 out of 5 stars' })).toBeVisible()
  await page.getByRole('link', { name: 'Virtual Courses' }).first().click()
  await expect(page.getByText(words)).toBeVisible()
  await educator.context().close()
})

test('a review that is begun before the page has come to life is kept', async ({ page, browser }) => {
  const educator = await (await browser.newContext()).newPage()
  await startAs(educator, 'educator', 'Patient Teacher')
  const courseId = await makeCourse(educator, `Early words ${stamp()}`)
  await startAs(page, 'student', 'Early Student')
  await enrol(page, courseId)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/viewcourse/${courseId}`, { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByLabel('Your comment').fill('Written on a slow line.')
  await expect(page.getByRole('button', { name: 'Submit Review' })).toBeDisabled()
  release()
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByText('Review Added')).toBeVisible()
  await expect(page.getByLabel('Your comment')).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('img', { name: '4.0 out of 5 stars' }).first()).toBeVisible()
  await educator.context().close()
})

test('who is not enrolled is refused in the words of the server', async ({ page, problems, expectErrors }) => {
  expectErrors.value = true
  await startAs(page, 'student', 'Curious Student')
  const [course] = await demoCourses(page)
  await page.goto(`/viewcourse/${course._id}`)
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByLabel('Your comment').fill('I have heard that it is good.')
  await page.getByRole('button', { name: 'Submit Review' }).click()
  await expect(page.getByRole('alert').getByText(/enrolled/i)).toBeVisible()
  await expect(page.getByLabel('Your comment')).toHaveValue('I have heard that it is good.')
  expect(problems).toHaveLength(1)
})
