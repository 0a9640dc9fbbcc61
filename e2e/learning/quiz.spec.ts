import type { Page } from '@playwright/test'
import { addLecture, enrol, makeCourse, newClient, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts'

const question = (page: Page, number: number) => page.getByRole('region', { name: `Question ${number}` })

test('an educator writes a quiz; a student fails it, sees why, and passes it by keyboard', async ({
  page,
  expectErrors,
}) => {
  const title = `Ropes ${stamp()}`
  await startAs(page, 'educator', 'Quiz Teacher')
  const courseId = await makeCourse(page, title)
  await addLecture(page, courseId, 'Rope')

  await test.step('the educator writes questions in the editor of the quiz', async () => {
    await page.goto(`/createlecture/${courseId}`)
    await page.getByLabel('Title of the quiz').fill('Knots')
    await page.getByRole('button', { name: 'Create Quiz' }).click()
    await expect(page.getByRole('heading', { name: 'Edit quiz' })).toBeVisible()
    await page.getByRole('button', { name: 'Write a question' }).click()
    const editor = page.getByRole('region', { name: 'New question' })
    await editor.getByLabel('Question').fill('Which holds? $x^2$')
    for (const [at, text] of ['Bowline', 'Granny', 'Slip'].entries())
      await editor.getByLabel(`Text ${at + 1}`).fill(text)
    await editor.getByLabel('Explanation').fill('A bowline never slips.')
    await editor.getByRole('button', { name: 'Save the question' }).click()
    await expect(page.getByRole('heading', { name: 'Questions (1)' })).toBeVisible()
    await page.getByRole('button', { name: 'Write a question' }).click()
    await editor.getByLabel('Kind').selectOption('order')
    await editor.getByLabel('Question').fill('Tie it in this order')
    for (const [at, text] of ['Loop', 'Turn', 'Pull'].entries()) await editor.getByLabel(`Text ${at + 1}`).fill(text)
    await editor.getByRole('button', { name: 'Save the question' }).click()
    await expect(page.getByRole('heading', { name: 'Questions (2)' })).toBeVisible()
    await page.getByLabel('Passes with, in % of the marks').fill('100')
    await page.getByLabel('Time limit in minutes').fill('20')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Quiz saved')).toBeVisible()
    await lookAt(page)
    await expectAccessible(page)
  })

  const { lectures } = await (await page.request.get(`/api/course/getcourselecture/${courseId}`)).json()
  const lectureId = lectures.at(-1)._id
  const address = `/quiz/${courseId}/${lectureId}`
  await page.context().clearCookies()
  await startAs(page, 'student', 'Quiz Student')
  await enrol(page, courseId)

  await test.step('a student gets there from the lectures, and answers are saved as they are given', async () => {
    await page.goto(`/viewlecture/${courseId}`)
    await page.getByRole('link', { name: /Knots/ }).click()
    await expect(page).toHaveURL(new RegExp(address))
    await expect(page.getByText('20 minutes')).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'Begin' }).click()
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(question(page, 1).locator('math')).toBeVisible()
    await question(page, 1).getByRole('radio', { name: 'Granny' }).check({ force: true })
    await expect(page.getByText('All answers saved')).toBeVisible()
    await page.reload()
    await expect(question(page, 1).getByRole('radio', { name: 'Granny' })).toBeChecked()
  })

  await test.step('a lost connection loses nothing', async () => {
    expectErrors.value = true
    await page.route('**/api/quiz/attempt/**', (route) => route.fulfill({ status: 408 }))
    await question(page, 2).getByRole('button', { name: 'Keep this order' }).click()
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.unroute('**/api/quiz/attempt/**')
    await page.reload()
    await expect(page.getByText('All answers saved')).toBeVisible()
    await expect(question(page, 2).getByRole('button', { name: 'Keep this order' })).toBeHidden()
  })

  await test.step('failed: the result says what was wrong, and why', async () => {
    await page.getByRole('button', { name: 'Hand in' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }).click()
    await expect(page.getByText('Not passed')).toBeVisible()
    await expect(question(page, 1).getByText('Wrong')).toBeVisible()
    await expect(question(page, 1).getByText('A bowline never slips.')).toBeVisible()
    await lookAt(page)
    await expectAccessible(page)
  })

  await test.step('on a phone, by keyboard alone, the next attempt passes', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(address)
    await page.getByRole('button', { name: 'Begin another attempt' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await question(page, 1).getByRole('radio', { name: 'Bowline' }).focus()
    await page.keyboard.press('Space')
    const rows = question(page, 2).getByRole('listitem')
    for (const [at, text] of ['Loop', 'Turn'].entries())
      while (!(await rows.nth(at).textContent())?.includes(text)) {
        const row = rows.filter({ hasText: text })
        await row.getByRole('button', { name: /^Move up/ }).focus()
        await page.keyboard.press('Enter')
      }
    const keep = question(page, 2).getByRole('button', { name: 'Keep this order' })
    if (await keep.isVisible()) await keep.press('Enter')
    await expect(page.getByText('All answers saved')).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'Hand in' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hand in' }).press('Enter')
    await expect(page.getByText('Passed', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/viewlecture/${courseId}`)
    await expect(page.getByRole('img', { name: /^Completed: .*Knots/ })).toBeVisible()
  })

  await test.step('no one else reads the attempt', async () => {
    const stranger = await newClient('student', 'Curious Student')
    const { attempts } = await (await page.request.get(`/api/quiz/page/${lectureId}`)).json()
    expect((await stranger.request.get(`/api/quiz/attempt/${attempts[0]._id}`)).status()).toBe(404)
  })
})
