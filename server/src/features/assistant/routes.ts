import { api, maxChatLength } from '@virtual-courses/contract'
import { clientKey } from '#http/client-key.ts'
import { sendEvents } from '#http/event-stream.ts'
import { Refusal } from '#http/refusal.ts'
import { serve } from '#http/serve.ts'
import type { FeatureDeps, Rings } from '../deps.ts'
import { answerMessage, type ChatEvent } from './answer-message.ts'
import { plainLine } from './inert/visible-text.ts'

const tooLong = `Your message is too long. Please use at most ${maxChatLength.toLocaleString('en-IN')} characters.`
const tooMany = 'You have sent many messages in a short time. Please wait a moment and try again.'

/** The call of the assistant. What a person should read about a refusal goes as an event: the widget shows nothing else word for word. */
export function registerAssistant(rings: Rings, deps: FeatureDeps): void {
  serve(
    rings.public,
    api.ai.chat,
  )(async ({ body, request, reply }) => {
    const { message } = body
    if (plainLine(message) === '') throw new Refusal('invalid_input', 'A message is required')
    const refusal = await refuse(deps, message, clientKey(request.ip))
    return sendEvents(reply, (signal) => (refusal ? once({ error: refusal }) : answerMessage(deps, message, signal)))
  })
}

async function refuse(deps: FeatureDeps, message: string, client: string): Promise<string | null> {
  try {
    await deps.limits.chats.consume(client)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return tooMany
    throw error
  }
  return message.length > maxChatLength ? tooLong : null
}

async function* once(event: ChatEvent): AsyncGenerator<ChatEvent> {
  yield event
}
