import { demoAccounts, newAccount } from '../support/accounts.ts'
import { signOut } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectPage, test } from '../support/test.ts'

test('a visitor signs up, and logs in again', async ({ page, expectErrors }) => {
  expectErrors.value = true
  const person = newAccount('Nina New')
  const main = page.getByRole('main')
  const name = page.getByLabel('Name', { exact: true })
  const email = page.getByLabel('Email', { exact: true })
  const password = page.getByLabel('Password', { exact: true })
  const nothingYet = page.getByText('You haven’t enrolled in any course yet.')

  await test.step('offers three roles, with student as the default', async () => {
    await page.goto('/enrolledcourses')
    await expect(page).toHaveURL(/\/signup\?next=/)
    await expect(page.getByRole('radio', { name: 'Student' })).toBeChecked()
    for (const role of ['Educator', 'Admin']) await expect(page.getByRole('radio', { name: role })).not.toBeChecked()
    await expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', /^\/login/)
    await expect(main.getByRole('button', { name: /Google/ })).toBeVisible()
  })

  await test.step('refuses an address that is taken and a short password, and loses nothing', async () => {
    await name.fill(person.name)
    await email.fill(demoAccounts.student)
    await password.fill('short')
    const send = main.getByRole('button', { name: 'Sign Up', exact: true })
    await send.click()
    await expect(page.getByText(/at least 8 characters/).first()).toBeVisible()
    await password.fill(person.password)
    await send.click()
    await expect(page.getByText('An account with this email address already exists').first()).toBeVisible()
    await expect(name).toHaveValue(person.name)
    await lookAt(page)
    await email.fill(person.email)
    await send.click()
    await expect(page.getByText('SignUp Successfully')).toBeVisible()
    await expect(page).toHaveURL('/enrolledcourses')
    await expect(nothingYet).toBeVisible()
    const { user } = await (await page.request.get('/api/user/current')).json()
    expect(user).toMatchObject({ name: person.name, role: 'student' })
  })

  await test.step('a student who is deep-linked to a page and has an account finds the way to the login', async () => {
    await signOut(page)
    await page.goto('/enrolledcourses')
    await expect(page).toHaveURL(/\/signup\?next=/)
    await main.getByRole('link', { name: 'Login' }).click()
    // the form to sign up has the same fields
    await expectPage(page, /\/login/, 'Login')
  })

  await test.step('says in the words of the server why it refuses, and keeps what was typed', async () => {
    await email.fill(person.email)
    await password.fill('not my password')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The email address or the password is not right').first()).toBeVisible()
    await expect(email).toHaveValue(person.email)
    await expect(page).toHaveURL(/\/login/)
    await lookAt(page)
  })

  await test.step('has its fields and links, shows the password on request, and waits for the server', async () => {
    await password.fill(person.password)
    await expect(password).toHaveAttribute('type', 'password')
    await main.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await main.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
    const forgotPassword = main.getByRole('link', { name: 'Forget your password?' })
    await expect(forgotPassword).toHaveAttribute('href', /^\/forgotpassword/)
    await expect(main.locator('a[href^="/signup"]')).toBeVisible()
    await expect(main.getByRole('button', { name: /Google/ })).toBeVisible()

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
    expect(sent).toBe(1)
  })

  await test.step('comes back to the page that was asked for after logging in', async () => {
    await expect(page).toHaveURL('/enrolledcourses')
    await page.reload()
    await expect(nothingYet).toBeVisible()
  })
})
