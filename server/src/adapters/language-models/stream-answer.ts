import { APICallError, type LanguageModel as SdkModel, stepCountIs, streamText, type ToolSet, tool } from 'ai'
import { ModelFailure, type ModelPart, type ModelQuestion, type ModelTool } from '#ports/language-model.ts'

// The SDK would write its advice to the console, past the log.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const toolSet = (tools: readonly ModelTool[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, input, run }) => [
      name,
      tool({
        description,
        inputSchema: input,
        execute: async (value: unknown) => {
          try {
            return await run(value)
          } catch {
            return { failed: 'This is not available at the moment.' }
          }
        },
      }),
    ]),
  )

/** A reason without the text of the provider, which may repeat keys, addresses and what people wrote. */
export function reasonOf(error: unknown): string {
  if (error instanceof ModelFailure) return error.message
  if (APICallError.isInstance(error))
    return error.statusCode === undefined || error.statusCode < 400
      ? 'the provider could not be reached, or its answer could not be read'
      : `the provider answered ${error.statusCode}`
  const name = error instanceof Error ? error.name : typeof error
  if (name === 'TimeoutError') return 'the provider took too long'
  return `the answer of the provider broke off (${name})`
}

/** Asks one model of the SDK. See `LanguageModel.answer` for what it promises. */
export async function* streamAnswer(model: SdkModel, question: ModelQuestion): AsyncGenerator<ModelPart> {
  const { instructions, turns = [], message, tools, maxOutputTokens, maxSteps, timeoutMs, signal } = question
  const ended = new AbortController()
  const timeout = AbortSignal.timeout(timeoutMs)
  const abortSignal = AbortSignal.any([timeout, ended.signal, ...(signal ? [signal] : [])])
  try {
    const { stream } = streamText({
      model,
      instructions,
      messages: [
        ...turns.map(({ role, text }) => ({ role, content: text })),
        { role: 'user' as const, content: message },
      ],
      tools: toolSet(tools),
      stopWhen: stepCountIs(maxSteps),
      maxOutputTokens,
      maxRetries: 0,
      abortSignal,
      onError: () => {}, // it comes in the stream too
    })
    let last: { reason: string; whole: boolean } | undefined
    for await (const part of stream) {
      if (part.type === 'text-delta') yield { kind: 'text', text: part.text }
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') break
      else if (part.type === 'finish-step') {
        const { inputTokens = 0, outputTokens = 0 } = part.usage
        yield { kind: 'usage', inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 }
        last = { reason: part.finishReason, whole: part.rawFinishReason !== undefined }
        // A stream that ends without saying why was cut, even when the connection closed in good order.
        if (!last.whole) throw new ModelFailure('the answer of the provider broke off')
      }
    }
    if (timeout.aborted) throw new ModelFailure('the provider took too long')
    if (signal?.aborted) throw new ModelFailure('no one reads the answer any more')
    if (last?.reason !== 'stop' && last?.reason !== 'length')
      throw new ModelFailure(`the model ended without an answer (${last?.reason ?? 'nothing came'})`)
    yield { kind: 'end', reason: last.reason === 'length' ? 'length' : 'whole' }
  } catch (error) {
    if (timeout.aborted) throw new ModelFailure('the provider took too long')
    if (signal?.aborted) throw new ModelFailure('no one reads the answer any more')
    throw new ModelFailure(reasonOf(error))
  } finally {
    // Anyone who stops reading stops the provider too.
    ended.abort()
  }
}
