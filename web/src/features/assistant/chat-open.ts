import { t } from '@lingui/core/macro'
import { createStore } from '#lib/create-store.ts'
import { paths } from '#lib/paths.ts'
import { sessionOver } from '#lib/session/session.ts'
import { toast } from '#ui/overlays/toast.ts'

/** Whether the panel is open. */
export const chatOpen = createStore(false)

/** Where the tab keeps the conversation. */
export const messagesKey = 'assistant'

/** Forgets the conversation that the tab keeps. */
export function clearMessages(): void {
  try {
    sessionStorage.removeItem(messagesKey)
  } catch {
    // private windows may forbid storage
  }
}

// signed out in another tab, or expired; the conversation itself may not be loaded
sessionOver.subscribe(() => {
  if (!sessionOver.read()) return
  if (chatOpen.read()) toast.error({ message: t`You were logged out, and the ChatBot was closed.`, login: paths.login })
  chatOpen.write(false)
  clearMessages()
})
