import { demoAccounts, newAccount } from './support/accounts.ts'
import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'

test.describe('the login page', () => {
  test('has its fields and links, shows the password on request, and waits for the server', async ({ page }) => {
    await page.goto('/login')
    const main = page.getByRole('main')
    const password = page.getByLabel('Password', { exact: true })
    await page.getByLabel('Email', { exact: true }).fill(demoAccounts.student)
    await password.fill(demoAccounts.password)
    await expect(password).toHaveAttribute('type', 'password')
    await main.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await main.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    await expect(main.getByRole('link', { name: 'Forget your password?' })).toHaveAttribute('href', '/forgotpassword')
    await expect(main.locator('a[href^="/signup"]')).toBeVisible()
    await expect(main.getByRole('button', { name: /Google/ })).toBeVisible()
    await lookAt(page)

    let sent = 0
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/auth/login', async (route) => {
      sent++
      await held
      await route.continue()
    })
    const login = main.getByRole('button', { name: 'Login', exact: true })
    const before = await login.boundingBox()
    await login.click()
    await expect(login).toHaveAttribute('aria-busy', 'true')
    expect((await login.boundingBox())?.width).toBeCloseTo(before?.width ?? 0, 0)
    await login.click({ force: true })
    letGo()
    await expect(page.getByText('Login Successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(sent).toBe(1)
  })

  test('says in the words of the server why it refuses, and keeps what was typed', async ({
    page,
    problems,
    expectErrors,
  }) => {
    expectErrors.value = true
    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill(demoAccounts.student)
    await page.getByLabel('Password', { exact: true }).fill('not my password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The email address or the password is not right').first()).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demoAccounts.student)
    await expect(page).toHaveURL('/login')
    expect(problems.filter((one) => !one.includes('401'))).toEqual([])
  })
})

test.describe('the sign-up page', () => {
  test('offers three roles, with student as the default', async ({ page }) => {
    await page.goto('/signup')
    await expect(page.getByRole('radio', { name: 'Student' })).toBeChecked()
    for (const role of ['Educator', 'Admin']) await expect(page.getByRole('radio', { name: role })).not.toBeChecked()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', /^\/login/)
    await expect(main.getByRole('button', { name: /Google/ })).toBeVisible()
    await lookAt(page)
    const person = newAccount('Nina New')
    await page.getByLabel('Name', { exact: true }).fill(person.name)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByText('SignUp Successfully')).toBeVisible()
    const { user } = await (await page.request.get('/api/user/current')).json()
    expect(user).toMatchObject({ name: person.name, role: 'student' })
  })

  test('refuses an address that is taken and a short password, and loses nothing', async ({ page, expectErrors }) => {
    expectErrors.value = true
    await page.goto('/signup')
    await page.getByLabel('Name', { exact: true }).fill('Another Aarav')
    await page.getByLabel('Email', { exact: true }).fill(demoAccounts.student)
    await page.getByLabel('Password', { exact: true }).fill('short')
    const send = page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true })
    await send.click()
    await expect(page.getByText(/at least 8 characters/).first()).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill('long enough now')
    await send.click()
    await expect(page.getByText('An account with this email address already exists').first()).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Another Aarav')
  })
})
