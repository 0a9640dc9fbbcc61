import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from '#ports/language-model.ts'
import { streamAnswer } from './stream-answer.ts'

/**
 * A model of any server with OpenAI's chat completions API: OpenAI, Ollama, vLLM, LM Studio and others. `apiKey` only if the server
 * requires one.
 */
export function openaiCompatibleModel(options: { model: string; baseUrl: string; apiKey?: string }): LanguageModel {
  const { model, baseUrl, apiKey } = options
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey && { apiKey }),
  })
  const chat = provider.chatModel(model)
  return { name: `${model} (OpenAI-compatible)`, answer: (question) => streamAnswer(chat, question) }
}
