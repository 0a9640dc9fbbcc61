import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModel } from '#ports/language-model.ts'
import { streamAnswer } from './stream-answer.ts'

/** A model of Anthropic. `baseUrl` is for proxies. */
export function anthropicModel(options: { model: string; apiKey: string; baseUrl?: string }): LanguageModel {
  const { model, apiKey, baseUrl } = options
  const chat = createAnthropic({ apiKey, ...(baseUrl && { baseURL: baseUrl }) })(model)
  return { name: `${model} (Anthropic)`, answer: (question) => streamAnswer(chat, question) }
}
