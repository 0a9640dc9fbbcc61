import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { demoCourses, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

const checkout = (page: Page) => page.frameLocator('iframe[title="Checkout"]')

test('billing details, and a receipt that names them on the screen and as a PDF file', async ({
  page,
  expectErrors,
}) => {
  onlyWithAll('the walk of money reads an invoice and its file in every run; details are tested without browsers')
  expectErrors.value = true
  await startAs(page, 'student', 'Kshitij Dwivedi')
  const course = (await demoCourses(page)).find(({ price }) => price > 0)
  if (!course) throw new Error('the demo has a course with a price')

  await test.step('details are checked and saved', async () => {
    await page.goto('/account/billing')
    const section = page.getByRole('region', { name: 'Billing details' })
    await section.getByLabel('Name on invoices').fill('क्षितिज द्विवेदी')
    await section.getByLabel('Address').fill('1 Fort\nMumbai 400001')
    await section.getByLabel('GSTIN').fill('27AAPFU0939F1ZW')
    await section.getByRole('button', { name: 'Save billing details' }).click()
    await expect(section.getByText('This is not a GSTIN: please check its 15 characters')).toBeVisible()
    await lookAt(page)
    await page.getByRole('link', { name: 'Your data' }).click()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await section.getByLabel('GSTIN').fill('27aapfu0939f1zv')
    await section.getByRole('button', { name: 'Save billing details' }).click()
    await expect(page.getByText('Your billing details were saved')).toBeVisible()
    await expect(section.getByLabel('State')).toHaveValue('27')
    await expect(section.getByLabel('GSTIN')).toHaveValue('27AAPFU0939F1ZV')
  })

  await test.step('the receipt of a purchase', async () => {
    await page.goto(`/viewcourse/${course._id}`)
    await page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true }).click()
    await checkout(page).getByRole('button', { name: 'Approve payment' }).click()
    await expect(page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true }).first()).toBeVisible()
    const { orders } = await (await page.request.get('/api/payment/orders')).json()
    const [{ _id: id, number }] = orders[0].invoices
    await page.goto(`/api/invoices/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Receipt|Tax invoice)$/)
    for (const text of [number, 'क्षितिज द्विवेदी', 'GSTIN 27AAPFU0939F1ZV', course.title])
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    await lookAt(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as PDF' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`${number.replaceAll('/', '-')}.pdf`)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(await file.path()))))
    const shown = text.join(' ').replaceAll(/\s+/g, ' ')
    for (const part of [number, 'GSTIN 27AAPFU0939F1ZV', '₹']) expect(shown).toContain(part)
  })
})
