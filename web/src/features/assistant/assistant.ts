import { createStore } from '#lib/create-store.ts'
import { sessionOver } from '#lib/session.ts'
import { askAssistant } from './ask-assistant.ts'
import { createConversation } from './conversation.ts'
import { storedMessages } from './stored-messages.ts'

/** The conversation of this tab. */
export const conversation = createConversation(askAssistant, storedMessages)

/** Whether the panel is open. */
export const chatOpen = createStore(false)

// signed out in another tab, or expired
sessionOver.subscribe(() => {
  if (!sessionOver.read()) return
  chatOpen.write(false)
  conversation.clear()
})
