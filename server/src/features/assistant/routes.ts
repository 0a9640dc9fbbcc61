import { msg } from '@lingui/core/runtime-macro'
import { api, maxChatLength } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Sentence } from '#core/languages/language.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from '#core/limits/concurrency-limit.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { answerMessage, type ChatEvent } from './answer-message.ts'
import { plainLine } from './sanitise/sanitise-line.ts'

const tooLong = msg`Your message is too long. Please use at most ${{ most: maxChatLength.toLocaleString('en-IN') }} characters.`
const tooMany = msg`You have sent many messages in a short time. Please wait a moment and try again.`

const tooManyAtOnce = msg`Please wait for the answers to your other messages first.`
const busy = msg`Many people are talking to the assistant at the moment. Please try again in a few seconds.`

/** Serves the assistant. Errors for the user are sent as events, because the widget shows only those verbatim. */
export function registerAssistant(routes: Routes, deps: FeatureDeps): void {
  const chats = createConcurrencyLimit({ each: 2, all: 40, tooMany: tooManyAtOnce, busy })
  serve(
    routes.public,
    api.ai.chat,
  )(async ({ body, client, signal, say, readerLanguage: language }) => {
    const { message } = body
    if (plainLine(message) === '') throw new DomainError('invalid_input', msg`A message is required`)
    const began = await begin(deps, chats, message, client)
    if ('error' in began)
      return { kind: 'events', events: once({ error: say(began.error) }), retryAfterSeconds: began.retryAfterSeconds }
    return { kind: 'events', events: until(began.leave, answerMessage(deps, body, { client, signal, language, say })) }
  })
}

type Began = { leave: () => void } | { error: Sentence; retryAfterSeconds?: number | undefined }

/** Counts the message, or returns why it is refused. */
async function begin(deps: FeatureDeps, chats: ConcurrencyLimit, message: string, client: string): Promise<Began> {
  try {
    const leave = chats.enter(client)
    try {
      await consumeAll([[deps.limits.chats, client, tooMany]])
      if (message.length <= maxChatLength) return { leave }
    } catch (error) {
      leave()
      throw error
    }
    leave()
    return { error: tooLong }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { error: error.sentence, retryAfterSeconds: error.retryAfterSeconds }
  }
}

async function* until(leave: () => void, events: AsyncGenerator<ChatEvent>): AsyncGenerator<ChatEvent> {
  try {
    yield* events
  } finally {
    leave()
  }
}

async function* once(event: ChatEvent): AsyncGenerator<ChatEvent> {
  yield event
}
