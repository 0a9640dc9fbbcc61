import { expect, type Page } from '@playwright/test'

export type Account = { name: string; email: string; password: string }

let count = 0
/** Returns an account that no other test has, in any worker. Of a name without Latin letters its address has nothing. */
export const newAccount = (name: string): Account => ({
  name,
  email: `${name.toLowerCase().match(/\w+/g)?.join('.') ?? 'someone'}.${process.pid}.${Date.now().toString(36)}.${++count}@e2e.example`,
  password: 'a long enough password',
})

/** Signs up through the screen, on the current page or at /signup. */
export async function signUp(page: Page, role: 'Student' | 'Educator' | 'Admin', name: string): Promise<Account> {
  const person = newAccount(name)
  if (!new URL(page.url(), 'http://x').pathname.startsWith('/signup')) await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('radio', { name: role }).check({ force: true })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('SignUp Successfully')).toBeVisible()
  await expect(page).not.toHaveURL(/\/signup/)
  return person
}

/** The demo's accounts. */
export const demoAccounts = {
  student: 'student@demo.example',
  educator: 'educator@demo.example',
  admin: 'admin@demo.example',
  password: 'virtual-courses',
} as const
