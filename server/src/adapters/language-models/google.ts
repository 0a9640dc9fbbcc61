import { createGoogle } from '@ai-sdk/google'
import type { LanguageModel } from '#ports/language-model.ts'
import { streamAnswer } from './stream-answer.ts'

/** A Gemini model of Google. `baseUrl` is for proxies. */
export function googleModel(options: { model: string; apiKey: string; baseUrl?: string }): LanguageModel {
  const { model, apiKey, baseUrl } = options
  const chat = createGoogle({ apiKey, ...(baseUrl && { baseURL: baseUrl }) })(model)
  return { name: `${model} (Google)`, answer: (question) => streamAnswer(chat, question) }
}
