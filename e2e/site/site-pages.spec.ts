import { demoCourses, newClient, signOut, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

type Consent = { page: string; version: number; order: string | null }

test('what a shop must show: edited, in the footer, and agreed to at sign-up and at the checkout', async ({ page }) => {
  onlyWithAll('each page is opened in every run; versions and agreements are tested without browsers')
  const consents = async (): Promise<Consent[]> => (await (await page.request.get('/api/user/mydata')).json()).consents
  const text = `We teach bakers ${stamp()}`

  await test.step('an admin publishes a page, after a look at the preview', async () => {
    await startAs(page, 'admin', 'Shop Admin')
    await page.goto('/admin/dashboard')
    await page.getByRole('link', { name: 'Terms, privacy, refunds and the other pages' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pages of the shop' })).toBeVisible()
    await lookAt(page)
    await page.getByRole('link', { name: /^English\s?: About us$/ }).click()
    await page.getByLabel('Text', { exact: true }).fill(`## Hello\n${text} within {refundDays} days.`)
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`${text} within 7 days.`)
    await lookAt(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Page published').first()).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Publish' })).toBeFocused()
    await page.getByRole('button', { name: 'Put in the default text' }).press('Enter')
    await expect(page.getByLabel('Text', { exact: true })).toBeFocused()
  })

  await test.step('anyone reads it from the footer', async () => {
    await signOut(page)
    await page.goto('/signup')
    await page.getByRole('contentinfo').getByRole('link', { name: 'About us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
    await expect(page.getByText(`${text} within 7 days.`)).toBeVisible()
    await expect(page.getByText(/^Version \d+$/)).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Refund policy' }).click()
    await expect(page.getByText('has not checked and published it yet')).toBeVisible()
    await lookAt(page)
  })

  await test.step('the sign-up and the checkout say what one agrees to, and it is kept', async () => {
    await page.goto('/signup')
    await expect(page.getByText('With your account you agree to the terms of use.')).toBeVisible()
    await page.getByLabel('Name').fill('Agreeing Student')
    await page.getByLabel('Email').fill(`agree.${stamp()}@e2e.example`)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByText('SignUp Successfully').first()).toBeVisible()
    const account = await consents()
    expect(account.map((one) => [one.page, one.order])).toEqual([
      ['privacy', null],
      ['terms', null],
    ])
    const visitor = await newClient('student', 'Looking Around')
    const course = (await demoCourses(visitor)).find(({ price }) => price > 0)
    await visitor.request.dispose()
    await page.goto(`/viewcourse/${course?._id}`)
    await expect(page.getByText('By enrolling you agree to the terms of use and the refund policy.')).toBeVisible()
    await page.getByRole('button', { name: 'Enroll Now' }).click()
    await expect
      .poll(async () => (await consents()).filter(({ order }) => order).map((one) => one.page))
      .toEqual(['refunds', 'terms'])
  })
})
