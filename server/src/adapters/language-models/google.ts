import { createGoogle } from '@ai-sdk/google'
import type { LanguageModel } from '#ports/language-model.ts'
import { streamAnswer } from './stream-answer.ts'

/** Gemini. `baseUrl` only for a proxy. */
export function googleModel(options: { model: string; apiKey: string; baseUrl?: string }): LanguageModel {
  const { model, apiKey, baseUrl } = options
  const chat = createGoogle({ apiKey, ...(baseUrl && { baseURL: baseUrl }) })(model)
  return { name: `${model} (Google)`, answer: (question) => streamAnswer(chat, question) }
}
