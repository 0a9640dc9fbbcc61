import type { Locator, Page } from '@playwright/test'
import { addLecture, makeCourse, signInAs, stamp, startAs } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

/** Presses where a button is, with the pauses of a hurried hand: the server has answered the first press by the second. */
async function pressThrice(page: Page, button: Locator): Promise<void> {
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await button.boundingBox()
  if (!box) throw new Error('the button is not shown')
  for (const pause of [200, 200, 0]) {
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForTimeout(pause)
  }
}

/** Keeps Enter down for as long as someone who is not quick. */
async function holdEnter(page: Page, field: Locator): Promise<void> {
  await field.focus()
  for (const pause of [500, 40, 40, 40, 40]) {
    await page.keyboard.down('Enter')
    await page.waitForTimeout(pause)
  }
  await page.keyboard.up('Enter')
}

/** Collects the calls that change something. */
function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /^\/api\/(?!drafts)/.test(pathname)) calls.push(pathname.replace(/\w{24}/, 'id'))
  })
  return calls
}

test('what a form makes is made once, however often its button is pressed', async ({ page }) => {
  await startAs(page, 'educator', 'Hurried Teacher')
  const mark = stamp()
  const course = await makeCourse(page, `Made once ${mark}`)
  const lecture = await addLecture(page, course, 'Welcome')
  const calls = watchCalls(page)
  const messages = page.getByRole('region', { name: 'Messages' })

  await page.goto(`/createlecture/${course}`)
  const field = page.getByRole('textbox', { name: 'Lecture title' })
  for (const [title, press] of [
    ['Pressed', () => pressThrice(page, page.getByRole('button', { name: 'Create Lecture' }))],
    ['Held', () => holdEnter(page, field)],
  ] as const) {
    await field.fill(title)
    await press()
    await expect(page.getByRole('button', { name: `More for ${title}` })).toHaveCount(1)
    await expect(messages.getByText('Lecture Created')).toBeVisible()
    await expect(page.getByText('Lecture title is required')).toHaveCount(0)
  }
  expect(calls.splice(0)).toEqual(['/api/course/createlecture/id', '/api/course/createlecture/id'])

  await page.goto(`/editlecture/${course}/${lecture}`)
  await page.getByLabel('Live start time').fill('2031-05-06T18:30')
  await pressThrice(page, page.getByRole('button', { name: 'Schedule session' }))
  await expect(page.getByRole('button', { name: 'Move session' })).toBeVisible()
  expect(calls.splice(0)).toEqual(['/api/live/schedule-live/id'])

  await page.goto('/offers/coupons')
  await page.getByLabel('Code').fill(`once-${mark}`)
  await page.getByLabel('Per cent off').fill('25')
  await pressThrice(page, page.getByRole('button', { name: 'Create coupon' }))
  await expect(page.getByRole('button', { name: `Disable ONCE-${mark.toUpperCase()}` })).toBeVisible()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  expect(calls).toEqual(['/api/offers/coupons'])
})

test('the second press is none on what lies beneath by then: a row that moved up, or a page behind a dialog', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  const mark = stamp()
  const addresses = [`one.${mark}@e2e.example`, `two.${mark}@e2e.example`]
  for (const email of addresses) await page.request.post('/api/admin/invitations', { data: { email } })
  const calls = watchCalls(page)
  await page.goto('/admin/users')
  const withdrawals = page.getByRole('button', { name: new RegExp(`^Withdraw the invitation of .*${mark}`) })
  await pressThrice(page, withdrawals.first())
  await expect(withdrawals).toHaveCount(1)
  expect(calls.splice(0)).toEqual(['/api/admin/invitations/id'])

  const invite = page.getByRole('button', { name: 'Invite an admin' })
  await invite.click()
  const dialog = page.getByRole('dialog', { name: 'Invite an admin' })
  await dialog.getByLabel('Email').fill(`three.${mark}@e2e.example`)
  for (const pause of [200, 200, 500]) {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(pause)
  }
  await expect(dialog).toBeHidden()
  await expect(withdrawals).toHaveCount(2)
  expect(calls).toEqual(['/api/admin/invitations'])
})
