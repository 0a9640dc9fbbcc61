import { addLecture, newClient, signOut, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, isWhole, test } from '../support/test.ts'

test('a course grants a certificate, which anyone can check until it is withdrawn', async ({
  page,
  browser,
  expectErrors,
}) => {
  // a correction without a reason is refused
  expectErrors.value = true
  const title = `Weaving ${stamp()}`
  const teacher = await newClient('educator', 'Meera Iyer')
  const made = await teacher.request.post('/api/course/create', { data: { title, category: 'Others' } })
  const { _id: course } = await made.json()
  const lectureId = await addLecture(teacher, course, 'The loom')
  await teacher.request.post(`/api/course/editcourse/${course}`, {
    multipart: { price: '0', isPublished: 'true', certificate: 'true' },
  })
  await startAs(page, 'student', 'Sunita Shresta')
  expect((await page.request.post('/api/payment/create-order', { data: { courseId: course } })).ok()).toBe(true)

  await test.step('the course says so, and a student who completes it gets one', async () => {
    await page.goto(`/viewcourse/${course}`)
    await expect(page.getByText('Certificate of completion')).toBeVisible()
    const ticked = await page.request.post(`/api/learning/lecture/${lectureId}`, { data: { completed: true } })
    expect(ticked.ok()).toBe(true)
    await page.goto('/certificates')
    // the job may have been faster
    const get = page.getByRole('button', { name: 'Get your certificate' })
    const listed = page.getByRole('link', { name: title })
    await get.or(listed).first().click()
    await expect(page).toHaveURL(/\/certificate\/[0-9A-Z-]{19}$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Certificate of completion' })).toBeVisible()
    await expect(page.getByRole('article').getByText('Sunita Shresta')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add to LinkedIn' })).toHaveAttribute(
      'href',
      /linkedin\.com\/profile\/add\?/,
    )
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).first().click()
    await expect(page.getByText('Link copied')).toBeVisible()
  })

  const address = new URL(page.url()).pathname
  await test.step('My Courses and the course lead there', async () => {
    await page.goto('/enrolledcourses')
    const choice = (name: string) => page.getByRole('navigation', { name: 'Which courses' }).getByRole('link', { name })
    await choice('In progress').click()
    await expect(page.getByText('None of your courses fits this choice.')).toBeVisible()
    await choice('Completed').click()
    for (const path of [null, `/viewlecture/${course}`]) {
      if (path) await page.goto(path)
      await expect(page.getByRole('link', { name: 'See your certificate' })).toHaveAttribute('href', address)
    }
    await lookAt(page)
  })
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await test.step('a visitor checks it', async () => {
    // as one may type it from paper
    await visitor.goto(address.toLowerCase().replaceAll('-', ''))
    await expect(visitor).toHaveURL(new RegExp(`${address}$`))
    await expect(visitor.getByText('This certificate is valid.')).toBeVisible()
    const download = visitor.waitForEvent('download')
    await visitor.getByRole('link', { name: 'Download as PDF' }).first().click()
    expect((await download).suggestedFilename()).toMatch(/^certificate-[0-9A-Z-]{19}\.pdf$/)
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    expect((await visitor.request.get(`/api${address}/picture.png`)).headers()['content-type']).toBe('image/png')
    await lookAt(visitor)
  })

  // corrections and withdrawals are tested without browsers
  if (!isWhole) return context.close()
  await test.step('a corrected name takes its place, and the old one says so', async () => {
    await page.request.post('/api/user/updateprofile', { multipart: { name: 'सुनीता श्रेष्ठ', description: '' } })
    await page.goto('/certificates')
    await page.getByRole('button', { name: 'Correct the name' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Certificate of completion' })).toBeVisible()
    await expect(page.getByRole('article').getByText('सुनीता श्रेष्ठ')).toBeVisible()
    // documents of visitors are kept for three seconds
    await expect(async () => {
      await visitor.goto(address)
      await expect(visitor.getByText(/This certificate was replaced/)).toBeVisible({ timeout: 500 })
    }).toPass()
    await visitor.getByRole('link', { name: 'See the certificate that has taken its place' }).click()
    await expect(visitor.getByText('सुनीता श्रेष्ठ')).toBeVisible()
  })

  await test.step('withdrawn by the educator, it does not count', async () => {
    const now = new URL(page.url()).pathname
    const answer = await teacher.request.post(`/api${now}/withdraw`, { data: { reason: 'Handed in by someone else' } })
    expect(answer.ok()).toBe(true)
    await page.goto(now)
    await expect(page.getByText(/This certificate was withdrawn/)).toBeVisible()
    await expect(page.getByText('Reason: Handed in by someone else')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download as PDF' })).toBeHidden()
  })
  await context.close()

  await test.step('the educator sees who has one, and corrects what they have completed', async () => {
    const { cookies } = await teacher.request.storageState()
    await signOut(page)
    await page.context().addCookies(cookies)
    await page.goto(`/courses/${course}/students`)
    await page.getByRole('link', { name: 'सुनीता श्रेष्ठ' }).click()
    const button = page.getByRole('button', { name: 'Correct: The loom' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Mark as not completed' })
    await dialog.getByRole('button', { name: 'Mark as not completed' }).click()
    await expect(dialog.getByText('Please say why')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Handed in by someone else')
    await lookAt(page)
    await dialog.getByRole('button', { name: 'Mark as not completed' }).click()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await expect(page.getByText('Marked as not completed')).toBeVisible()
    await expect(page.getByText('Completed. What is still open is extra.')).toBeVisible()
    await lookAt(page)
  })
  await teacher.request.dispose()
})
