import { APICallError, type LanguageModel as SdkModel, stepCountIs, streamText, type ToolSet, tool } from 'ai'
import { ModelFailure, type ModelPart, type ModelQuestion, type ModelTool } from '#ports/language-model.ts'

// The SDK would print warnings to the console instead of the log.
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

/** Returns a reason without the provider's message, which may contain keys, addresses and texts of users. */
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

/** Streams the answer of a model of the SDK, as `LanguageModel.answer` requires. */
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
      onError: () => {}, // errors are also parts of the stream
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
        // A stream without a finish reason was cut off, even when the connection was closed regularly.
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
    // Ends the request when the consumer stops reading.
    ended.abort()
  }
}
