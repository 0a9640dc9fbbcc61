import type { CDPSession, Page } from '@playwright/test'
import { startAs } from '../support/api.ts'
import { appCode } from '../support/authenticator-app.ts'
import { lookAt } from '../support/look.ts'
import { mailedAccountCode } from '../support/outbox.ts'
import { expect, expectPage, isWhole, test } from '../support/test.ts'

/** An authenticator inside of the browser; `present` is whether its user answers. */
async function addAuthenticator(page: Page): Promise<{ present: (there: boolean) => Promise<void>; cdp: CDPSession }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const present = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }).then(() => undefined)
  return { present, cdp }
}

test('a passkey, an authenticator app and recovery codes protect an account', async ({ page, expectErrors }) => {
  expectErrors.value = true
  const person = await startAs(page, 'student', 'Careful Student')
  const main = page.getByRole('main')
  const { present } = await addAuthenticator(page)
  const part = main.getByRole('region', { name: 'Passkeys and second step' })
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  let codes: string[] = []
  let secret = ''
  let usedCode = ''

  const logOut = async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'LogOut' }).click()
    await expect(page.getByRole('button', { name: 'Sign-in menu' })).toBeVisible()
  }
  /** Types address and password where no passkey answers by itself. */
  const firstStep = async () => {
    await present(false)
    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await main.getByRole('button', { name: 'Login', exact: true }).click()
  }

  await test.step('the address is proven first, once', async () => {
    await page.goto('/account/security')
    await part.getByRole('button', { name: 'Mail me a code' }).click()
    await part.getByLabel('Code from your mail').fill(await mailedAccountCode(page, person.email))
    await part.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(part.getByRole('heading', { name: 'Passkeys', exact: true })).toBeFocused()
    await lookAt(page)
  })

  await test.step('a passkey is added after a confirmation, and brings recovery codes that are shown once', async () => {
    await part.getByRole('button', { name: 'Add a passkey' }).click()
    await question.getByLabel('Current password').fill(person.password)
    await question.getByRole('button', { name: 'Confirm' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a passkey' })
    await adding.getByLabel('Name of the passkey').fill('Test laptop')
    await lookAt(page)
    await adding.getByRole('button', { name: 'Continue' }).click()
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
    await expect(shown.getByRole('listitem')).toHaveCount(10)
    codes = await shown.getByRole('listitem').allInnerTexts()
    await lookAt(page)
    await shown.getByRole('button', { name: 'I have kept them' }).click()
    // beside the new passkey
    await expect(part.locator(':focus')).toHaveCount(1)
    await expect(part.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toContainText('Test laptop')
    await expect(part.getByText('10 recovery codes are left')).toBeVisible()
  })

  await test.step('an authenticator app is added without another confirmation, by its first code', async () => {
    await part.getByRole('button', { name: 'Add an authenticator app' }).click()
    await expect(part.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    secret = (await part.locator('form p.font-mono').textContent()) ?? ''
    await lookAt(page)
    const code = part.getByLabel('Code of your authenticator app')
    await code.fill('000000')
    await part.getByRole('button', { name: 'Add the app' }).click()
    await expect(code).toHaveAccessibleDescription(/This code is not right/)
    usedCode = appCode(secret)
    await code.fill(usedCode)
    await part.getByRole('button', { name: 'Add the app' }).click()
    await expect(page.getByText('Authenticator app added')).toBeVisible()
  })

  await test.step('the password leads to the second step, which a passkey takes', async () => {
    await logOut()
    await firstStep()
    await expectPage(page, /\/login\/second-step/, 'Second step')
    await lookAt(page)
    await present(true)
    await main.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('Login Successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  // codes of both kinds, and the end of factors, are tried without browsers in `factors.test.ts`
  if (isWhole)
    await test.step('or a code of the app, once, back to the page that was asked for', async () => {
      await logOut()
      await firstStep()
      const code = main.getByLabel('Code of your authenticator app')
      await code.fill(usedCode)
      await main.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(code).toHaveAccessibleDescription(/was used already/)
      await code.fill(appCode(secret, 1))
      await main.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL('/')
    })

  if (isWhole)
    await test.step('or a recovery code, once', async () => {
      await logOut()
      await firstStep()
      await main.getByRole('button', { name: 'Use a recovery code' }).click()
      await main.getByLabel('Recovery code').fill(codes[0] ?? '')
      await main.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page).toHaveURL('/')
      await page.goto('/account/security')
      await expect(part.getByText('9 recovery codes are left')).toBeVisible()
    })

  await test.step('a passkey signs in alone, without an address', async () => {
    await logOut()
    await present(true)
    // the browser's own offer at the field would answer before the press
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    await page.goto('/login')
    const button = main.getByRole('button', { name: 'Log in with a passkey' })
    await expect(button).toBeVisible()
    await lookAt(page)
    await button.click()
    await expect(page.getByText('Login Successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  if (!isWhole) return
  await test.step('without factors the password is enough again', async () => {
    await page.goto('/account/security')
    await part.getByRole('button', { name: 'Remove Test laptop' }).click()
    await question.getByRole('button', { name: 'Use a passkey' }).click()
    const removing = page.getByRole('alertdialog', { name: 'Remove this passkey?' })
    await removing.getByRole('button', { name: 'Remove the passkey' }).click()
    await expect(page.getByText('Passkey removed')).toBeVisible()
    await part.getByRole('button', { name: 'Remove the app' }).click()
    const ending = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
    await expect(ending).toContainText('your password alone signs in again')
    await ending.getByRole('button', { name: 'Remove the app' }).click()
    await expect(part.getByRole('heading', { name: 'Recovery codes' })).toBeHidden()
    await logOut()
    await firstStep()
    await expect(page.getByText('Login Successfully')).toBeVisible()
  })
})
