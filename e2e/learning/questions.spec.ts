import type { Page } from '@playwright/test'
import { addLecture, type Client, enrol, makeCourse, newClient, signInAs, stamp, startAs } from '../support/api.ts'
import { addressOf, enrolledStudent, jump, lecture, open, seconds } from '../support/lectures.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, onlyWithAll, test } from '../support/test.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Questions', exact: true }).last()
const key = () => `key-of-request-${stamp()}`
const post = async (client: Client, path: string, data: object) => {
  const answer = await client.request.post(`/api/questions/${path}`, { data })
  expect(answer.ok()).toBe(true)
  return answer.json()
}

test('a student asks at a second, another answers, and the question is edited and deleted', async ({
  page,
  expectErrors,
}) => {
  const { course } = await enrolledStudent(page)
  const other = await newClient('student', 'Ravi Learner')
  await enrol(other, course._id)
  const title = `Why does the warp snap ${stamp()}?`
  await open(page, addressOf(course, 0))
  await jump(page, 5)

  await test.step('asked at the second of the video, by keyboard', async () => {
    await card(page).getByRole('button', { name: 'Questions', exact: true }).press('Enter')
    await card(page).getByRole('button', { name: 'Ask a question' }).press('Enter')
    await expect(card(page).getByRole('textbox', { name: 'Your question' })).toBeFocused()
    await page.keyboard.type(title)
    await expect(card(page).getByText('It is about 0:05 of the video')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(card(page).getByRole('heading', { name: title })).toBeVisible()
    await expect(card(page).getByText('No answer yet')).toBeVisible()
  })

  await test.step('someone else answers; the answer is voted for, and the vote taken back', async () => {
    const { questions } = await (await other.request.get(`/api/questions/course/${course._id}?text=snap`)).json()
    const asked = questions.find((one: { title: string }) => one.title === title)
    await post(other, `question/${asked._id}/answers`, { key: key(), text: 'It is too tight' })
    await card(page).getByRole('button', { name: 'All questions' }).click()
    await card(page).getByRole('button', { name: title }).click()
    await expect(card(page).getByText('It is too tight')).toBeVisible()
    const vote = card(page).getByRole('button', { name: /^Helpful/ })
    await vote.click()
    await expect(vote).toHaveAttribute('aria-pressed', 'true')
    await expect(vote).toHaveAccessibleName(/1 vote$/)
    await vote.click()
    await expect(vote).toHaveAccessibleName(/0 votes$/)
    await card(page).getByRole('link', { name: '0:05' }).click()
    await expect.poll(() => seconds(page)).toBe(5)
    await lookAt(page)
  })

  await test.step('what was asked is shown to who types the same', async () => {
    await card(page).getByRole('button', { name: 'All questions' }).click()
    await card(page).getByRole('button', { name: 'Ask a question' }).click()
    await card(page).getByRole('textbox', { name: 'Your question' }).fill('warp snapping')
    await card(page).getByRole('list', { name: 'Similar questions' }).getByRole('button', { name: title }).click()
    await expect(card(page).getByRole('heading', { name: title })).toBeVisible()
  })

  await test.step('edited, but not deleted once it is answered; an address leads to it, also on a phone', async () => {
    await card(page).getByRole('button', { name: 'Edit' }).click()
    await card(page).getByRole('textbox', { name: 'More about it' }).fill('At the edge')
    await card(page).getByRole('button', { name: 'Save' }).click()
    await expect(card(page).getByText('At the edge')).toBeVisible()
    expectErrors.value = true
    await card(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete question' }).click()
    await expect(page.getByText('You can still edit it.')).toBeVisible()
    const { questions } = await (await page.request.get(`/api/questions/course/${course._id}?show=own`)).json()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/viewlecture/${course._id}?lecture=${lecture(course, 0)._id}&question=${questions[0]._id}`)
    await expect(card(page).getByText('At the edge')).toBeVisible()
    await lookAt(page)
  })
  await other.request.dispose()
})

test('what waits longest is answered in the studio, accepted, reported and hidden', async ({ page }) => {
  onlyWithAll(
    'a question is asked and answered in every run; what waits, is accepted or hidden is tested without browsers',
  )
  await startAs(page, 'educator', 'Meera Teacher')
  const courseId = await makeCourse(page, `Looms ${stamp()}`)
  const lectureId = await addLecture(page, courseId, 'The first knot')
  const [student, other] = [await newClient('student', 'Asha Learner'), await newClient('student', 'Ravi Learner')]
  for (const one of [student, other]) await enrol(one, courseId)
  const ask = (title: string) => post(student, `lecture/${lectureId}`, { key: key(), title })
  await ask('Which yarn is best?')
  const { question } = await ask('How long does it take?')
  await post(other, `question/${question._id}/answers`, { key: key(), text: 'A week' })

  await test.step('the studio counts what waits, the longest waiting first', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Questions 2 wait' }).click()
    await expect(page.getByText('2 questions wait for you, the longest waiting first')).toBeVisible()
    const titles = page.getByRole('list', { name: 'Questions' }).getByRole('heading', { level: 3 })
    await expect(titles).toHaveText(['Which yarn is best?', 'How long does it take?'])
    await lookAt(page)
  })

  await test.step('an answer and an accepted one end the waiting', async () => {
    await page.getByRole('button', { name: /^Answer ?: Which yarn is best/ }).click()
    await page.getByRole('textbox', { name: 'Your answer' }).fill('Cotton')
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect(page.getByText('Cotton', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Questions 1 waits' })).toBeVisible()
    await page.getByRole('button', { name: 'All questions' }).click()
    await page.getByRole('button', { name: /^Answer ?: How long does it take/ }).click()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(page.getByText('Accepted by the educator')).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'All questions' }).click()
    await expect(page.getByText('No question waits for you')).toBeVisible()
  })

  await test.step('an admin hides what was reported, and shows it again; and deletes an announcement', async () => {
    const advert = { key: key(), title: 'Yarn for sale', text: 'Ask me' }
    const announced = await page.request.post(`/api/announcements/course/${courseId}`, { data: advert })
    expect(announced.ok()).toBe(true)
    const title = `Buy my yarn ${stamp()}`
    const { question: reported } = await post(student, `lecture/${lectureId}`, { key: key(), title })
    await post(other, `post/${reported._id}/report`, { reason: 'spam', text: '' })
    await signInAs(page, 'admin')
    await page.goto('/admin/posts?show=reported')
    const row = page.getByRole('listitem').filter({ hasText: title })
    await row.getByRole('button', { name: /^Hide/ }).click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Advertising')
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(row.getByText('Hidden because: Advertising')).toBeVisible()
    expect((await student.request.get(`/api/questions/question/${reported._id}`)).status()).toBe(404)
    await lookAt(page)
    await row.getByRole('button', { name: /^Show again/ }).click()
    await expect(row.getByText('Hidden because: Advertising')).toBeHidden()
    await page.goto(`/viewlecture/${courseId}`)
    const announcements = page.getByRole('region', { name: 'Announcements' }).last()
    await announcements.getByRole('button', { name: 'Announcements' }).click()
    await announcements.getByRole('button', { name: /^Delete ?: Yarn for sale/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this announcement?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Advertising')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Delete announcement' }).click()
    await expect(announcements.getByText(/^Nothing was announced yet/)).toBeVisible()
  })
  await student.request.dispose()
  await other.request.dispose()
})

test('what is typed outlives a turned phone, and a notification leads to a question whose lecture is gone', async ({
  page,
}) => {
  onlyWithAll(
    'drafts of other forms outlive a reload in every run; where a notification leads is tested without browsers',
  )
  const educator = await newClient('educator', 'Meera Teacher')
  const courseId = await makeCourse(educator, `Dyes ${stamp()}`)
  const lectureId = await addLecture(educator, courseId, 'The first bath')
  await addLecture(educator, courseId, 'The second bath')
  await startAs(page, 'student', 'Asha Learner')
  await enrol(page, courseId)

  await test.step('the form of a question, with its words, on both sides of the wide breakpoint', async () => {
    await page.goto(`/viewlecture/${courseId}?lecture=${lectureId}`)
    await card(page).getByRole('button', { name: 'Questions', exact: true }).click()
    await card(page).getByRole('button', { name: 'Ask a question' }).click()
    await card(page).getByRole('textbox', { name: 'Your question' }).fill('How warm is the bath?')
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(card(page).getByRole('textbox', { name: 'Your question' })).toHaveValue('How warm is the bath?')
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(card(page).getByRole('textbox', { name: 'Your question' })).toHaveValue('How warm is the bath?')
  })

  await test.step('also where another lecture begins meanwhile: it stays a question about the first', async () => {
    await page.getByRole('link', { name: /The second bath/ }).click()
    await expect(page.getByRole('heading', { name: 'The second bath' })).toBeVisible()
    await expect(card(page).getByRole('textbox', { name: 'Your question' })).toHaveValue('How warm is the bath?')
    await card(page).getByRole('button', { name: 'Ask', exact: true }).click()
    await expect(card(page).getByRole('link', { name: 'The first bath' })).toBeVisible()
  })

  await test.step('an answer, too, and the question that is open', async () => {
    await card(page).getByRole('textbox', { name: 'Your answer' }).fill('As warm as a hand')
    // what scrolls in the card does not lengthen the page
    await page.setViewportSize({ width: 1280, height: 420 })
    const below = () =>
      page.evaluate(() => {
        const foot = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0
        return document.documentElement.scrollHeight - foot - window.scrollY
      })
    await expect.poll(below).toBeLessThan(2)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(card(page).getByRole('heading', { name: 'How warm is the bath?' })).toBeVisible()
    await expect(card(page).getByRole('textbox', { name: 'Your answer' })).toHaveValue('As warm as a hand')
    await lookAt(page)
    await card(page).getByRole('textbox', { name: 'Your answer' }).fill('')
  })

  await test.step('the notification of an answer to a question whose lecture is gone', async () => {
    const { questions } = await (await page.request.get(`/api/questions/course/${courseId}`)).json()
    await post(educator, `question/${questions[0]._id}/answers`, { key: key(), text: 'At forty degrees' })
    await educator.request.delete(`/api/course/removelecture/${lectureId}`)
    await expect(async () => {
      await page.goto('/notifications')
      await page.getByRole('link', { name: /The educator answered: How warm/ }).click({ timeout: 1000 })
    }).toPass()
    const heading = card(page).getByRole('heading', { name: 'How warm is the bath?' })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(card(page).getByText('At forty degrees')).toBeVisible()
    await expect(card(page).getByText('About a lecture that was removed')).toBeVisible()
    await lookAt(page)
    // the same notification opens it again
    await card(page).getByRole('button', { name: 'All questions' }).click()
    await expect(card(page).getByRole('button', { name: 'Ask a question' })).toBeHidden()
    await page.goBack()
    await page.getByRole('link', { name: /The educator answered: How warm/ }).click()
    await expect(heading).toBeFocused()
  })
  await educator.request.dispose()
})
