import { api as calls } from '@virtual-courses/contract'
import { conversation } from '#features/assistant/assistant.ts'
import { browserApi } from '#lib/api.ts'
import { flashNext } from '#lib/flash.ts'
import { serverMessageOf } from '#lib/message-of.ts'
import { paths } from '#lib/paths.ts'
import { storedUser } from '#lib/stored-user.ts'
import { toast } from '#ui/toast.ts'

/** Ends the session, then loads the home page anew: nothing of the account stays in memory. */
export async function logOut(): Promise<void> {
  try {
    await browserApi(calls.accounts.logout)
  } catch (error) {
    toast.error(serverMessageOf(error, 'Logout failed'))
    return
  }
  storedUser.clear()
  conversation.clear()
  flashNext('LogOut Successfully')
  window.location.assign(paths.home)
}
