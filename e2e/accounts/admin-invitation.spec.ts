import { type Client, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { awaitScripts, expect, expectAccessible, onlyWithAll, test } from '../support/test.ts'

/** The link in the newest mail to an address, as the outbox shows it. */
async function mailedLink(reader: Client, email: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const mails = (await (await reader.request.get('/dev/outbox')).text()).split('<article')
    link = mails.find((mail) => mail.includes(email))?.match(/\/admin-invitation#[\w-]{43}/)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 20_000 })
  return link
}

test('an admin invites an address, whose owner becomes one by the mailed link, once', async ({
  page,
  browser,
  expectErrors,
}) => {
  onlyWithAll('that a link works once, for whom and how long is tested without browsers')
  expectErrors.value = true
  const email = `invited.${stamp()}@e2e.example`
  await startAs(page, 'admin', 'Inviting Admin')
  await page.goto('/admin/users')
  const send = async (address: string, inspect = async () => {}) => {
    await page.getByRole('button', { name: 'Invite an admin' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email').fill(address)
    await inspect()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog).toBeHidden()
  }
  await send(email, () => lookAt(page))
  const invitation = (address: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Withdraw the invitation of ${address}` }) })
  const row = invitation(email)
  await expect(row).toContainText('Inviting Admin')
  const link = await mailedLink(page, email)

  const theirs = awaitScripts(await (await browser.newContext()).newPage())
  const addresses: string[] = []
  theirs.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  await theirs.goto(link)
  await expect(theirs.getByLabel('Email')).toHaveValue(email)
  await lookAt(theirs)
  await theirs.getByLabel('Name').fill('Invited Admin')
  await theirs.getByLabel('Password', { exact: true }).fill('short')
  await theirs.getByRole('button', { name: 'Become an admin' }).click()
  await expect(theirs.getByText('A password needs at least 8 characters')).toBeVisible()
  await expect(theirs.getByLabel('Password', { exact: true })).toBeFocused()
  await theirs.getByLabel('Password', { exact: true }).fill('a password of my own')
  await theirs.getByRole('button', { name: 'Become an admin' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'You are an admin now' })).toBeVisible()
  await expect(theirs).toHaveURL(/\/admin-invitation$/)
  await expectAccessible(theirs)
  const [, token = ''] = link.split('#')
  expect(addresses.filter((one) => one.includes(token))).toEqual([])
  await theirs.getByRole('link', { name: 'Log in' }).click()
  await theirs.getByLabel('Email', { exact: true }).fill(email)
  await theirs.getByLabel('Password', { exact: true }).fill('a password of my own')
  await theirs.getByRole('button', { name: 'Login', exact: true }).last().click()
  await expect(
    theirs.getByRole('link', { name: 'Admin Panel' }).or(theirs.getByRole('button', { name: 'Open menu' })),
  ).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
  await lookAt(theirs)
  await theirs.context().close()

  const withdrawn = `withdrawn.${stamp()}@e2e.example`
  await page.reload()
  await expect(row).toHaveCount(0)
  await send(withdrawn)
  await page.getByRole('button', { name: `Withdraw the invitation of ${withdrawn}` }).click()
  await expect(page.getByText('Invitation withdrawn')).toBeVisible()
  await expect(invitation(withdrawn)).toHaveCount(0)
  await page.goto('/admin/audit')
  for (const line of ['Admin invited', 'Invitation accepted', 'Invitation withdrawn'])
    await expect(page.getByText(line).filter({ visible: true }).first()).toBeVisible()
})
