import { demo, demoPassword } from '@virtual-courses/demo/index'

const accounts = demo.users.slice(0, 3).map(({ name, email, role }) => ({ name, email, role }))

/** One account of each role, shown in the terminal; all have the same password. */
export const demoAccounts = { accounts, password: demoPassword }

/** Accounts that the local sign-in offers; admins sign in with their password only. */
export const demoPeople = accounts.filter(({ role }) => role !== 'admin')
