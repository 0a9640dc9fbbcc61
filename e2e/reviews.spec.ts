import { enrol, makeCourse, newClient, stamp, startAs } from './support/api.ts'
import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'

test('reviews of a student', async ({ page, problems }) => {
  test.setTimeout(120_000)
  const words = `I can tie my shoes now: ${Date.now().toString(36)}`
  const educator = await newClient('educator', 'Reviewed Teacher')
  const title = `Reviewed course ${stamp()}`
  const courseId = await makeCourse(educator, title)
  const laterId = await makeCourse(educator, `Early words ${stamp()}`)
  await educator.request.dispose()
  await startAs(page, 'student', 'Reviewing Student')
  const card = page.getByRole('article').filter({ hasText: title })
  const comment = page.getByLabel('Your comment')
  const submit = page.getByRole('button', { name: 'Submit Review' })

  await test.step('who is not enrolled is refused in the words of the server', async () => {
    await page.goto('/allcourses')
    await expect(card.getByRole('img', { name: '0 out of 5 stars' })).toBeVisible()
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: 'Write a Review' })).toBeVisible()
    await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
    await comment.fill('I have heard that it is good.')
    await submit.click()
    await expect(page.getByRole('alert').getByText(/enrolled/i)).toBeVisible()
    await expect(comment).toHaveValue('I have heard that it is good.')
    expect(problems).toHaveLength(1)
    problems.length = 0
  })

  await test.step('a review is sent with the keyboard, and the average is new everywhere', async () => {
    await enrol(page, courseId)
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
    await submit.click()
    await expect(page.getByRole('alert').getByText('The server cannot be reached').first()).toBeVisible()
    await expect(comment).toHaveValue(words)
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
    expect(problems).toHaveLength(1)
    problems.length = 0

    await submit.click()
    await expect(page.getByText('Review Added')).toBeVisible()
    await expect(comment).toHaveValue('')
    await expect(stars.and(page.locator(':checked'))).toHaveCount(0)
    await expect(page.getByRole('img', { name: '4.0 out of 5 stars' }).first()).toBeVisible()
    await page.goBack()
    await expect(card.getByRole('img', { name: '4.0 out of 5 stars' })).toBeVisible()
    await page.getByRole('link', { name: 'Virtual Courses' }).first().click()
    await expect(page.getByText(words)).toBeVisible()
  })

  await test.step('a review that is begun before the page has come to life is kept', async () => {
    await enrol(page, laterId)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/viewcourse/${laterId}`, { waitUntil: 'commit' })
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await comment.fill('Written on a slow line.')
    await expect(submit).toBeDisabled()
    release()
    await submit.click()
    await expect(page.getByText('Review Added')).toBeVisible()
    await expect(comment).toHaveValue('')
    await expect(page.getByRole('img', { name: '4.0 out of 5 stars' }).first()).toBeVisible()
  })
})
