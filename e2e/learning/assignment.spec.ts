import { enrol, makeCourse, stamp, startAs } from '../support/api.ts'
import { another } from '../support/classes.ts'
import { lookAt } from '../support/look.ts'
import { expect, test } from '../support/test.ts'

test('an assignment is set, answered with what was kept, and marked by its rubric', async ({ page }) => {
  await startAs(page, 'educator', 'Ira Weaver')
  const courseId = await makeCourse(page, `Borders ${stamp()}`)
  const student = await another(page, 'student', 'Nila Learner')
  await enrol(student, courseId)
  const saved = () => student.waitForResponse((answer) => answer.url().endsWith('/answer') && answer.ok())
  const answer = student.getByRole('textbox', { name: 'Your answer' })

  await test.step('the educator writes the task and a rubric', async () => {
    await page.goto(`/createlecture/${courseId}`)
    await page.getByRole('textbox', { name: 'Title of the assignment' }).fill('Weave a border')
    await page.getByRole('button', { name: 'Create assignment' }).click()
    await page.getByRole('textbox', { name: 'Task' }).fill('Weave **ten** rows.')
    await page.getByRole('button', { name: 'Add a criterion' }).click()
    await page.getByRole('textbox', { name: 'Criterion 1' }).fill('Warp')
    await page.getByRole('button', { name: 'Save assignment' }).click()
    await expect(page.getByText('All changes saved')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Highest marks' })).toHaveValue('5')
    await lookAt(page)
  })

  await test.step('a student finds it in the list of lectures, and what they type is there after a reload', async () => {
    await student.goto(`/viewlecture/${courseId}`)
    await student.getByRole('link', { name: /Weave a border/ }).click()
    await expect(student).toHaveURL(/\/assignment\//)
    await expect(student.getByText('ten', { exact: true })).toBeVisible()
    const save = saved()
    await answer.fill('Nine rows.')
    await save
    await expect(student.getByText('Saved. Only you see it')).toBeVisible()
    await student.reload()
    await expect(answer).toHaveValue('Nine rows.')
    await lookAt(student)
  })

  await test.step('what is typed without a connection is kept in the browser, and saved after the next visit', async () => {
    const path = '**/api/assignments/*/answer'
    await student.route(path, (route) => route.abort())
    await answer.fill('Nine rows, and a knot.')
    await expect(student.getByText('Your text is kept in this browser')).toBeVisible()
    student.once('dialog', (dialog) => void dialog.accept())
    await student.reload()
    await expect(answer).toHaveValue('Nine rows, and a knot.')
    const save = saved()
    await student.unroute(path)
    await save
    await expect(student.getByText('Saved. Only you see it')).toBeVisible()
    await expect(student.getByText('Restored what you typed')).toBeHidden()
  })

  await test.step('a file is added, and the answer is handed in', async () => {
    const buffer = Buffer.from('Row 1\nRow 2\n')
    await student.locator('input[type=file]').setInputFiles({ name: 'rows.txt', mimeType: 'text/plain', buffer })
    await expect(student.getByRole('link', { name: 'rows.txt' })).toBeVisible()
    await student.getByRole('button', { name: 'Hand in' }).click()
    await expect(student.getByText('Your answer waits for the educator')).toBeVisible()
    await lookAt(student)
  })

  await test.step('the educator returns it with the reason, and it is handed in again', async () => {
    await page.goto('/answers')
    await page.getByRole('link', { name: /Nila Learner/ }).click()
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('One row is missing.')
    await page.getByRole('button', { name: 'Return for changes' }).click()
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
    await student.reload()
    await expect(student.getByRole('region', { name: 'What should change' })).toContainText('One row is missing.')
    await answer.fill('Ten rows.')
    await student.getByRole('button', { name: 'Hand in' }).click()
    await expect(student.getByText('Your answer waits for the educator')).toBeVisible()
  })

  await test.step('it waits for the educator, who marks it by the keyboard alone, and downloads all answers', async () => {
    await page.goto('/answers')
    await expect(page.getByRole('navigation', { name: 'Studio' }).getByText('1 waits')).toBeAttached()
    await lookAt(page)
    await page.getByRole('link', { name: /Nila Learner/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Marks' })).toBeVisible()
    await page.getByRole('radio', { name: 'Good (5)' }).press('Space')
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('A fine border.')
    await lookAt(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Nothing waits for you')).toBeVisible()
    await lookAt(page)
    await page.goto(new URL(student.url()).pathname)
    await page.getByRole('link', { name: 'See the answers' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download all answers (ZIP)' }).click()
    expect((await download).suggestedFilename()).toBe('weave-a-border-answers.zip')
    expect(await (await download).failure()).toBeNull()
  })

  await test.step('the student reads the marks', async () => {
    await student.reload()
    await expect(student.getByText('5 of 5 marks')).toBeVisible()
    await lookAt(student)
    await student.goto(`/viewlecture/${courseId}`)
    await expect(student.getByRole('img', { name: /^Completed: .*Weave a border/ })).toBeVisible()
  })
  await student.context().close()
})
