import { msg } from '@lingui/core/runtime-macro'
import { api, maxChatLength } from '@virtual-courses/contract'
import { beginAnswer } from '#core/answers/begin-answer.ts'
import { plainLine } from '#core/answers/sanitise-line.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createConcurrencyLimit } from '#core/limits/concurrency-limit.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { answerMessage } from './answer-message.ts'

const tooLong = msg`Your message is too long. Please use at most ${{ most: maxChatLength.toLocaleString('en-IN') }} characters.`
const tooMany = msg`You have sent many messages in a short time. Please wait a moment and try again.`

const tooManyAtOnce = msg`Please wait for the answers to your other messages first.`
const busy = msg`Many people are talking to the assistant at the moment. Please try again in a few seconds.`

/** Serves the assistant. Errors for the user are sent as events, because the widget shows only those verbatim. */
export function registerAssistant(routes: Routes, deps: FeatureDeps): void {
  const answers = createConcurrencyLimit({ each: 2, all: 40, tooMany: tooManyAtOnce, busy })
  serve(
    routes.public,
    api.ai.chat,
  )(async ({ body, client, signal, say, readerLanguage: language }) => {
    const { message } = body
    if (plainLine(message) === '') throw new DomainError('invalid_input', msg`A message is required`)
    return beginAnswer(
      {
        answers,
        person: client,
        limits: [[deps.limits.chats, client, tooMany]],
        length: message.length,
        mostLength: maxChatLength,
        tooLong,
      },
      say,
      () => answerMessage(deps, body, { client, signal, language, say }),
    )
  })
}
