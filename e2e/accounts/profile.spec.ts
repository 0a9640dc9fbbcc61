import { type APIRequestContext, type Locator, type Page, request } from '@playwright/test'
import {
  demoCourses,
  documentAt,
  enrol,
  expectRedirect,
  freshCourses,
  newClient,
  signInAs,
  startAs,
} from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { image, svgImage } from '../support/media-files.ts'
import { mailedAccountCode, mailedUnsubscribeLink } from '../support/outbox.ts'
import { expect, narrow, onlyWithAll, test } from '../support/test.ts'

const main = (page: Page): Locator => page.getByRole('main')
const toast = (page: Page, text: string): Locator => page.getByRole('region', { name: 'Messages' }).getByText(text)
const save = (page: Page): Locator => main(page).getByRole('button', { name: 'Save Changes' })

const longName = 'Padmanabhapuram Venkateshwaraiyer Subrahmanyamoorthy-Wolfeschlegelsteinhausen the Second of Many'
const longBio = `${'I teach what I do for a living. '.repeat(55)}\nhttps://example.com/${'long'.repeat(30)}`

test('the profile of a student', async ({ page, problems, expectErrors }) => {
  expectErrors.value = true

  await test.step('shows a student with bio and courses, and the green button', async () => {
    await signInAs(page, 'student')
    await page.goto('/profile')
    const { user } = await (await page.request.get('/api/user/current')).json()
    await expect(main(page).getByRole('heading', { name: user.name })).toBeVisible()
    await expect(main(page).getByText('Student', { exact: true })).toBeVisible()
    await expect(main(page).getByText(user.email)).toBeVisible()
    await expect(main(page).getByText(user.description)).toBeVisible()
    const courses = main(page).getByRole('link', { name: /^Enrolled courses/ })
    await expect(courses).toContainText(String(user.enrolledCourses.length))
    await expect(main(page).getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/')
    await expect(main(page).getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/editprofile')

    const pay = main(page).getByRole('button', { name: 'Make Payment' })
    const owned = user.enrolledCourses.map((one: { _id: string }) => one._id)
    const course = (await demoCourses(page)).find(({ _id, price }) => price > 0 && !owned.includes(_id))
    expect((await page.request.post('/api/payment/create-order', { data: { courseId: course?._id } })).ok()).toBe(true)
    await page.reload()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/payment/create-order', async (route) => {
      await held
      await route.fulfill({ status: 400, json: { message: 'No bank answers.', code: 'amount_mismatch' } })
    })
    await pay.click()
    const busy = main(page).getByRole('button', { name: 'Processing...' })
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(toast(page, 'Something went wrong while processing payment.')).toBeVisible()
    await expect(main(page).getByText('No bank answers.')).toBeVisible()
    await expect(pay).not.toHaveAttribute('aria-busy')
    await lookAt(page)
    await main(page).getByRole('link', { name: 'Back' }).click()
    await expect(toast(page, 'Something went wrong while processing payment.')).toBeHidden({ timeout: 3000 })
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(pay).toBeEnabled()
    await expect(main(page).getByText('No bank answers.')).toHaveCount(0)
  })

  await test.step('of an educator has no payment', async () => {
    const educator = await newClient('educator', 'Plain Educator')
    const html = await documentAt(educator, '/profile')
    expect(html).toContain('Edit Profile')
    expect(html).toContain('Educator')
    expect(html).not.toContain('Make Payment')
    await educator.request.dispose()
  })

  await test.step('is edited with a photo, and every part of the page shows it', async () => {
    // an open page would hear that its session has ended
    await page.goto('about:blank')
    const person = await startAs(page, 'student', 'Plain Student')
    await page.goto('/profile')
    await expect(main(page).getByText('You have not written about yourself yet.')).toBeVisible()
    await main(page).getByRole('link', { name: 'Edit Profile' }).click()
    await expect(main(page).getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/profile')
    await expect(main(page).getByLabel('Email')).toHaveValue(person.email)
    await expect(main(page).getByLabel('Email')).toHaveAttribute('readonly')
    await expect(main(page).getByLabel('Email')).toHaveAccessibleDescription('You can change it on your account page.')
    await expect(main(page).getByPlaceholder('Tell us about yourself')).toBeVisible()

    await main(page).getByLabel('Photo').setInputFiles(svgImage())
    await expect(main(page).getByText(/“drawing\.svg” is not an accepted file type/)).toBeVisible()
    await main(page).getByLabel('Photo').setInputFiles(image())
    await expect(main(page).getByRole('img', { name: 'New, not saved yet' })).toHaveJSProperty('complete', true)
    await main(page).getByLabel('Full name').fill(longName)
    await main(page).getByLabel('Description').fill(longBio)
    await expect(main(page).getByText('Unsaved changes')).toBeVisible()
    await lookAt(page)
    await save(page).click()
    await expect(toast(page, 'Profile Update Successfully')).toBeVisible()
    await expect(page).toHaveURL('/profile')
    await expect(main(page).getByRole('heading', { name: longName })).toBeVisible()
    await expect(main(page).getByText('I teach what I do for a living.')).toBeVisible()
    await lookAt(page)

    const expectPhoto = async (place: Locator) => {
      const photo = place.locator('img').first()
      await expect(photo).toHaveAttribute('src', /.+/)
      await expect.poll(() => photo.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
    }
    await expectPhoto(page.getByRole('button', { name: 'Account menu' }))
    await narrow(page, async () => {
      await page.getByRole('button', { name: 'Open menu' }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await expectPhoto(menu)
      await menu.getByRole('button', { name: 'Close menu' }).click()
      await expect(menu).toBeHidden()
    })
  })

  await test.step('says when it cannot be saved, and loses nothing', async () => {
    await main(page).getByRole('link', { name: 'Edit Profile' }).click()
    await main(page).getByLabel('Full name').fill('   ')
    await save(page).click()
    await expect(main(page).getByText('Name is required')).toBeVisible()
    await expect(main(page).getByLabel('Full name')).toBeFocused()

    await main(page).getByLabel('Full name').fill('Lucky Student')
    const problem = { message: 'There is not enough space left to store this file.', code: 'disk_full' }
    await page.route('**/api/user/updateprofile', (route) => route.fulfill({ status: 400, json: problem }))
    await save(page).click()
    await expect(toast(page, 'Profile Update Error')).toBeVisible()
    await expect(main(page).getByText(problem.message)).toBeVisible()
    await expect(main(page).getByLabel('Full name')).toHaveValue('Lucky Student')
    await lookAt(page)

    await main(page).getByRole('link', { name: 'Back' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(question).toBeHidden()
    await expect(main(page).getByLabel('Full name')).toHaveValue('Lucky Student')
    await page.unroute('**/api/user/updateprofile')
    await save(page).click()
    await expect(main(page).getByRole('heading', { name: 'Lucky Student' })).toBeVisible()
  })
  // the payment and the profile that were refused
  expect(problems).toHaveLength(2)
})

test('the account page lists browsers, ends all others, changes password and address, and deletes the account', async ({
  page,
  expectErrors,
}) => {
  onlyWithAll('sessions, password, address, mails and deletion are tested without browsers')
  const person = await startAs(page, 'student', 'Cautious Student')
  const elsewhere = async (userAgent: string): Promise<APIRequestContext> => {
    const browser = await request.newContext({ userAgent })
    const data = { email: person.email, password: person.password }
    expect((await browser.post('/api/auth/login', { data })).status()).toBe(200)
    return browser
  }
  const firefox = await elsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0')
  const safari = await elsewhere(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  )
  const edge = await elsewhere(
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
  )

  await expectRedirect(page, '/sessions', /^\/account\/security$/)
  await page.goto('/profile')
  await main(page)
    .getByRole('link', { name: /^Account/ })
    .click()
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
  // the one page of earlier versions had this fragment
  await page.goto('/account#sessions')
  await expect(page).toHaveURL('/account/security#sessions')
  const rows = main(page).getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('This browser')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Safari on iPhone' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Edge on Windows' })).toHaveCount(1)
  await lookAt(page)

  await main(page).getByRole('button', { name: 'Log out Firefox on Linux' }).click()
  await expect(rows).toHaveCount(3)
  await expectRedirect({ request: firefox }, '/profile', /^\/signup/)
  await expectRedirect({ request: edge }, '/profile', /^\/profile$/)

  await main(page).getByRole('button', { name: 'Log out everywhere else' }).click()
  const question = page.getByRole('alertdialog', { name: 'Log out everywhere else?' })
  await expect(question).toContainText('2 other browsers will be logged out. You stay signed in here.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(main(page).getByRole('button', { name: 'Log out everywhere else' })).toBeFocused()
  await main(page).getByRole('button', { name: 'Log out everywhere else' }).click()
  await question.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(rows).toHaveCount(1)
  await expect(main(page).getByText('You are not signed in anywhere else.')).toBeVisible()
  await expectRedirect({ request: edge }, '/profile', /^\/signup/)
  await expectRedirect(page, '/profile', /^\/profile$/)
  const go = (name: string) =>
    main(page).getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await test.step('and the password is changed, after one confirmation', async () => {
    expectErrors.value = true
    const section = main(page).getByRole('region', { name: 'Password', exact: true })
    await section.getByLabel('New password', { exact: true }).fill('another long password')
    await main(page).getByRole('button', { name: 'Change password' }).click()
    await confirmation.getByRole('button', { name: 'Close' }).click()
    await expect(section.getByLabel('New password', { exact: true })).toHaveValue('another long password')
    await main(page).getByRole('button', { name: 'Change password' }).click()
    const current = confirmation.getByLabel('Current password')
    await current.fill('not mine')
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect(current).toHaveAccessibleDescription(/The current password is not right/)
    await lookAt(page)
    await current.fill(person.password)
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Password changed. All other browsers were signed out.')).toBeVisible()
    await expect(section.getByLabel('New password', { exact: true })).toHaveValue('')
  })
  await test.step('and the address, by a code that goes to the new one', async () => {
    await go('Address')
    const address = main(page).getByRole('region', { name: 'Email address' })
    const moved = `moved-${person.email}`
    await address.getByLabel('New email address').fill('no address')
    const send = address.getByRole('button', { name: 'Send a code to the new address' })
    await send.click()
    await expect(address.getByLabel('New email address')).toHaveAccessibleDescription(/valid email address/)
    await address.getByLabel('New email address').fill(moved)
    await send.click()
    await expect(address.getByText(`A mail is on its way to ${moved}`)).toBeVisible()
    await lookAt(page)
    await page.reload()
    const code = address.getByLabel('Code of 6 digits')
    await code.fill('000000')
    await address.getByRole('button', { name: 'Change my address' }).click()
    await expect(code).toHaveAccessibleDescription(/This code is not right/)
    await code.fill(await mailedAccountCode(page, moved))
    await address.getByRole('button', { name: 'Change my address' }).click()
    await expect(address.getByText(`Your address is ${moved}`)).toBeVisible()
  })
  await test.step('and notifications are chosen one by one, and mails ended by a link', async () => {
    await go('Notifications')
    const mails = main(page).getByRole('switch', { name: 'New lectures: By mail' })
    await expect(mails).not.toBeChecked()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/user/notificationsettings'))
    await mails.check()
    expect((await saved).ok()).toBe(true)
    await page.reload()
    await expect(mails).toBeChecked()
    const [course] = await freshCourses()
    await enrol(page, course._id)
    const link = await mailedUnsubscribeLink(page, `moved-${person.email}`)
    // what mail programs send (RFC 8058)
    const form = { 'List-Unsubscribe': 'One-Click' }
    expect((await safari.post(link, { form })).status()).toBe(200)
    const { settings } = await (await page.request.get('/api/user/notificationsettings')).json()
    expect(settings[0]).toEqual({ subject: 'purchases', inApp: true, byMail: false })
    await page.goto(link)
    await main(page).getByRole('button', { name: 'End all of them' }).click()
    await expect(main(page).getByText('You get no more of these mails')).toBeVisible()
    await lookAt(page)
    await page.goto(`${link}0`)
    await main(page).getByRole('button', { name: 'End mails of this kind' }).click()
    await expect(main(page).getByRole('alert')).toContainText('This link is not right')
    await main(page).getByRole('link', { name: 'your account page' }).click()
    await expect(page).toHaveURL('/account/notifications')
  })
  await test.step('and the account is deleted, after its data were downloaded', async () => {
    await go('Your data')
    const downloading = page.waitForEvent('download')
    await main(page).getByRole('link', { name: 'Download my data' }).click()
    expect((await downloading).suggestedFilename()).toBe('personal-data.json')
    const deletion = main(page).getByRole('region', { name: 'Delete your account' })
    await expect(deletion.getByRole('listitem').filter({ hasText: 'Orders and payments' })).toBeVisible()
    await deletion.getByRole('button', { name: 'Delete my account' }).click()
    await expect(deletion.getByLabel('Type DELETE to confirm')).toHaveAccessibleDescription(/Please type DELETE/)
    await deletion.getByLabel('Type DELETE to confirm').fill('DELETE')
    await deletion.getByRole('button', { name: 'Delete my account' }).click()
    await expect(toast(page, 'Your account was deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expectRedirect(page, '/account', /^\/signup/)
  })
  for (const browser of [firefox, safari, edge]) await browser.dispose()
})
