import { sessionOver } from '#lib/session/session.ts'
import { type Ask, createConversation } from './conversation.ts'
import { storedMessages } from './stored-messages.ts'

/** Its code is fetched with the panel. */
const askAssistant: Ask = async function* (...question) {
  const { askAssistant: ask } = await import('./ask-assistant.ts')
  yield* ask(...question)
}

/** The conversation of this tab. */
export const conversation = createConversation(askAssistant, storedMessages)

sessionOver.subscribe(() => {
  if (sessionOver.read()) conversation.clear()
})
