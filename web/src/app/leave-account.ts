import { conversation } from '#features/assistant/assistant.ts'
import { deleteUnsent } from '#features/learning/delete-unsent.ts'
import { flashNext, storeUser } from '#lib/browser-storage.ts'
import { publishToTabs } from '#lib/connection/tabs.ts'
import { paths } from '#lib/paths.ts'
import { session } from '#lib/session/session.ts'

/**
 * Ends the session with a call and loads the home page as a new document, so that nothing of the account stays in memory. The message
 * is shown there. Throws when the call fails; the page stays as it is then.
 */
export async function leaveAccount(end: () => Promise<unknown>, message: string): Promise<void> {
  const userId = session.data()?.user?._id
  const stay = session.beginClosing()
  try {
    await end()
  } catch (error) {
    stay()
    throw error
  }
  storeUser()
  conversation.clear()
  deleteUnsent(userId)
  publishToTabs({ kind: 'account' })
  flashNext(message)
  window.location.assign(paths.home)
}
