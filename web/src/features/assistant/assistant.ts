import { createStore } from '#lib/create-store.ts'
import { sessionOver } from '#lib/session.ts'
import { type Ask, createConversation } from './conversation.ts'
import { storedMessages } from './stored-messages.ts'

/** Its code is fetched with the panel. */
const askAssistant: Ask = async function* (...question) {
  const { askAssistant: ask } = await import('./ask-assistant.ts')
  yield* ask(...question)
}

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
