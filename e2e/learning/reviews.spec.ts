import { request } from '@playwright/test'
import { enrol, makeCourse, newClient, review, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, isWhole, test } from '../support/test.ts'

test('reviews of a student', async ({ page, problems }) => {
  const words = `I can tie my shoes now: ${Date.now().toString(36)}`
  const educator = { request: await request.newContext() }
  const teacher = await startAs(educator, 'educator', 'Reviewed Teacher')
  const title = `Reviewed course ${stamp()}`
  const courseId = await makeCourse(educator, title)
  const laterId = await makeCourse(educator, `Early words ${stamp()}`)
  await educator.request.dispose()
  await startAs(page, 'student', 'Reviewing Student')
  const card = page.getByRole('article').filter({ hasText: title })
  const comment = page.getByLabel('Your comment')
  const submit = page.getByRole('button', { name: 'Submit Review' })

  await test.step('who is not enrolled reads who may review, and gets no form', async () => {
    await page.goto('/allcourses')
    await expect(card.getByRole('img', { name: '0 out of 5 stars' })).toBeVisible()
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('heading', { name: 'Write a Review' })).toBeVisible()
    await expect(page.getByText('Students enrolled in this course can review it.')).toBeVisible()
    await expect(submit).toHaveCount(0)
  })

  await test.step('a review is sent with the keyboard, and the average is new everywhere', async () => {
    await enrol(page, courseId)
    await page.reload()
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

    await page.reload()
    await expect(page.getByText('Restored what you typed')).toBeVisible()
    await expect(comment).toHaveValue(words)
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await page.route('**/api/review/givereview', (route) => route.abort(), { times: 1 })
    await submit.click()
    await expect(page.getByRole('alert').getByText('The server cannot be reached').first()).toBeVisible()
    await expect(comment).toHaveValue(words)
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
    const message = 'Only students enrolled in this course can review it'
    await page.route('**/api/review/givereview', (route) => route.fulfill({ status: 403, json: { message } }), {
      times: 1,
    })
    await submit.click()
    await expect(page.getByRole('alert').getByText(message).first()).toBeVisible()
    expect(problems).toHaveLength(2)
    problems.length = 0

    await submit.click()
    await expect(page.getByText('Review Added')).toBeVisible()
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages.getByText(message), 'errors end with the success').toBeHidden({ timeout: 1500 })
    await expect(comment).toHaveValue('')
    await expect(stars.and(page.locator(':checked'))).toHaveCount(0)
    await expect(page.getByRole('img', { name: '4.0 out of 5 stars' }).first()).toBeVisible()
    await page.goBack()
    await expect(card.getByRole('img', { name: '4.0 out of 5 stars' })).toBeVisible()
    await page.getByRole('link', { name: 'Virtual Courses' }).first().click()
    await expect(page.getByText(words)).toBeVisible()
  })

  // `early-press.spec.ts` has a press before the scripts in every run
  if (isWhole)
    await test.step('a review that is begun before the page has come to life is kept', async () => {
      await enrol(page, laterId)
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`/viewcourse/${laterId}`, { waitUntil: 'commit' })
      const rated = page.getByRole('radio', { name: '4 stars' })
      // pictures and fonts still arrive and move it away from a click: a person clicks again
      await expect(() => rated.check({ force: true, timeout: 1000 })).toPass()
      await comment.fill('Written on a slow line.')
      await expect(submit).toBeDisabled()
      release()
      await submit.click()
      await expect(page.getByText('Review Added')).toBeVisible()
      await expect(comment).toHaveValue('')
      await expect(page.getByRole('img', { name: '4.0 out of 5 stars' }).first()).toBeVisible()
    })

  const own = page.getByRole('region', { name: 'Your review' })
  const others = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
  const dialog = page.getByRole('dialog')

  await test.step('the own review is edited and deleted, and the numbers follow', async () => {
    await page.goto(`/viewcourse/${courseId}`)
    await expect(own).toContainText(words)
    await own.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeFocused()
    await expect(comment).toHaveValue(words)
    await page.keyboard.press('ArrowRight')
    await submit.click()
    await expect(page.getByText('Review Updated')).toBeVisible()
    await expect(own.getByRole('button', { name: 'Edit' })).toBeFocused()
    await expect(page.getByRole('img', { name: '5.0 out of 5 stars on average' })).toBeVisible()

    await own.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete review' }).click()
    await expect(page.getByText('Review deleted')).toBeVisible()
    await expect(own).toBeHidden()
    await expect(page.getByText('No one has reviewed this course yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Reviews', exact: true })).toBeFocused()
  })

  // filters, reports, replies and what admins do with them are tested without browsers
  if (!isWhole) return
  await test.step('reviews are filtered by stars and comment in the address, and one is reported', async () => {
    for (const [name, stars, text] of [
      ['Content Reader', 5, ''],
      ['Angry Reader', 1, `Buy shoes here: ${words}`],
    ] as const) {
      const reader = await newClient('student', name)
      await enrol(reader, courseId)
      await review(reader, courseId, stars, text)
      await reader.request.dispose()
    }
    await review(page, courseId, 4, 'Mine again')
    const plain = await page.request.get(`/viewcourse/${courseId}?commented=true&order=lowest`)
    expect(await plain.text()).toContain('Buy shoes here')
    await page.goto(`/viewcourse/${courseId}?order=lowest`)
    await expect(others).toHaveText([/Angry Reader/, /Content Reader/])
    await lookAt(page)
    await page.getByRole('link', { name: 'With a comment' }).click()
    await expect(others).toHaveText([/Angry Reader/])
    await page.getByRole('link', { name: '5 stars: 1 review' }).press('Enter')
    await expect(page).toHaveURL(/\?order=lowest&commented=true&rating=5#reviews$/)
    await expect(page.getByText('No review fits this choice.')).toBeVisible()
    await page.getByRole('link', { name: '1 star: 1 review' }).press('Enter')
    await expect(page.getByRole('heading', { name: '1 review with 1 star and a comment' })).toBeVisible()

    await others.getByRole('button', { name: 'Report the review by Angry Reader' }).click()
    await dialog.getByRole('button', { name: 'Report review' }).click()
    await expect(dialog.getByText('Please choose a reason')).toBeVisible()
    await lookAt(page)
    await dialog.getByRole('radio', { name: 'Advertising or spam' }).check()
    await dialog.getByLabel('More about it').fill('They sell shoes')
    await dialog.getByRole('button', { name: 'Report review' }).click()
    await expect(page.getByText('An administrator will look at this review.')).toBeVisible()
    await expect(others.getByRole('button', { name: 'Reported: the review by Angry Reader' })).toBeFocused()
  })

  await test.step('the educator replies, and an admin keeps the reported review', async () => {
    await page.request.post('/api/auth/login', { data: { email: teacher.email, password: teacher.password } })
    await page.goto(`/viewcourse/${courseId}?rating=1`)
    await others.getByRole('button', { name: 'Reply to the review by Angry Reader' }).click()
    await expect(page.getByLabel('Your reply')).toBeFocused()
    await page.getByRole('button', { name: 'Save reply' }).click()
    await expect(page.getByText('A reply is required')).toBeVisible()
    await page.keyboard.type('Please write about the course.')
    await page.getByRole('button', { name: 'Save reply' }).click()
    await expect(others).toContainText(['Reply by the educator'])
    await expect(others.getByRole('button', { name: 'Edit reply' })).toBeFocused()

    await startAs(page, 'admin', 'Judging Admin')
    await page.goto('/admin/reviews')
    await page.getByRole('link', { name: /^Reported/ }).click()
    const entry = page.getByRole('listitem').filter({ hasText: words }).first()
    await expect(entry).toContainText('1 open report')
    await expect(entry).toContainText('Advertising or spam by Reviewing Student')
    await expect(entry).toContainText('They sell shoes')
    await lookAt(page)
    await entry.getByRole('button', { name: 'Keep' }).click()
    await expect(page.getByText('Review kept')).toBeVisible()
    await expect(entry.getByText('Kept', { exact: true })).toBeVisible()
  })
})
