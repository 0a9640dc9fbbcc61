import { addLecture, enrol, makeCourse, newClient, signOut, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/test.ts'

test('an educator sets what counts, and a student is told what is still to do until it is done', async ({ page }) => {
  const student = await newClient('student', 'Steady Learner')
  await startAs(page, 'educator', 'Careful Teacher')
  const title = `Two texts ${stamp()}`
  const courseId = await makeCourse(page, title)
  const lectures = [await addLecture(page, courseId, 'Warp'), await addLecture(page, courseId, 'Weft')]
  for (const id of lectures)
    await page.request.post(`/api/course/editlecture/${id}`, { multipart: { text: 'Read **this**.' } })
  await enrol(student, courseId)

  await test.step('the card of the course says what counts, and keeps it', async () => {
    await page.goto(`/addcourses/${courseId}`)
    const card = page.getByRole('region', { name: 'Completion' })
    await card.getByLabel('Students may tick videos themselves').uncheck()
    const share = card.getByRole('spinbutton')
    await share.fill('200')
    await card.getByRole('button', { name: 'Set what counts' }).click()
    await expect(card.getByText('Please enter a whole number from 10 to 100')).toBeVisible()
    await page.getByRole('link', { name: 'Students', exact: true }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on this page' }).click()
    await share.fill('80')
    await share.press('Enter')
    await expect(page.getByText('What counts was saved')).toBeVisible()
    await lookAt(page)
    await expectAccessible(page)
    await page.reload()
    await expect(card.getByRole('spinbutton')).toHaveValue('80')
    await expect(card.getByLabel('Students may tick videos themselves')).not.toBeChecked()
  })

  await test.step('the second text opens after the first, and the page says what a new student finds closed', async () => {
    await page.goto(`/courses/${courseId}/openings`)
    await page.getByRole('button', { name: 'Change when “Weft” opens' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('On a date').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Please enter a date and time')).toBeVisible()
    await dialog.getByLabel('After everything before it is done').check()
    await lookAt(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Opens when “Warp” is done.')).toBeVisible()
    await expectAccessible(page)
    await lookAt(page)
  })

  const { cookies } = await student.request.storageState()
  await signOut(page)
  await page.context().addCookies(cookies)

  await test.step('the list beside the player, and My Courses, say what is missing', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/viewlecture/${courseId}?lecture=${lectures[1]}`)
    await expect(page.getByText('Opens when “Warp” is done.')).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await lookAt(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('link', { name: 'Go to what comes first' }).click()
    await expect(page.getByText('Still to do: 2 lectures to read.')).toBeVisible()
    await page.getByRole('button', { name: 'Mark as complete' }).click()
    await expect(page.getByText('Still to do: 1 lecture to read.')).toBeVisible()
    await expect(page.getByText('Opens when “Warp” is done.')).toBeHidden()
    await lookAt(page)
    await page.goto('/enrolledcourses')
    await expect(page.getByText('Still to do: 1 lecture to read.')).toBeVisible()
    await lookAt(page)
  })

  await test.step('the last one completes the course, which stays so', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/viewlecture/${courseId}?lecture=${lectures[1]}`)
    const tick = page.getByRole('checkbox', { name: 'Completed: Weft' })
    await tick.check({ force: true })
    await expect(page.getByText('Completed.', { exact: true })).toBeVisible()
    await tick.uncheck({ force: true })
    await expect(page.getByText('Completed. What is still open is extra.')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await lookAt(page)
  })
  await student.request.dispose()
})
