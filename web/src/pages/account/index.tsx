import { redirect } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { paths } from '#lib/paths.ts'

/** The account was one page: its fragments stay in the address, and `account-layout.tsx` leads on from them. */
const load = guarded<unknown, null>('signedIn', async () => {
  throw redirect(paths.account)
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })
