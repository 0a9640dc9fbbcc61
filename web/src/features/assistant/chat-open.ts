import { createStore } from '#lib/create-store.ts'
import { sessionOver } from '#lib/session/session.ts'

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
  chatOpen.write(false)
  clearMessages()
})
