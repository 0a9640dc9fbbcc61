import type { z } from 'zod'

/** A tool that a model may call while it answers. */
export type ModelTool = {
  name: string
  description: string
  /** schema of the input; other input is not passed to `run` */
  input: z.ZodType
  /** Returns plain JSON. Errors are reported to the model as a failure without their message. */
  run(input: unknown): Promise<unknown>
}

/** A turn of the conversation before the message. */
export type ModelTurn = { role: 'user' | 'assistant'; text: string }

export type ModelQuestion = {
  instructions: string
  /** oldest first, beginning with the user's; none by default */
  turns?: readonly ModelTurn[]
  message: string
  tools: readonly ModelTool[]
  /** maximum number of tokens of each step */
  maxOutputTokens: number
  /** maximum number of steps (tool calls and text) */
  maxSteps: number
  /** milliseconds for all steps together */
  timeoutMs: number
  /** aborts the requests to the provider */
  signal?: AbortSignal
}

export type ModelPart =
  | { kind: 'text'; text: string }
  /** end of a step; tokens as the provider counted them, 0 when it did not */
  | { kind: 'usage'; inputTokens: number; outputTokens: number }
  /** Last part of a complete answer; `length` when it was cut at `maxOutputTokens`. */
  | { kind: 'end'; reason: 'whole' | 'length' }

/**
 * A language model of a provider. The stream of an answer either ends with the part `end` or throws ModelFailure: after an error of the
 * provider, an incomplete stream, a timeout or an abort.
 */
export type LanguageModel = {
  /** provider and model, for display */
  name: string
  answer(question: ModelQuestion): AsyncIterable<ModelPart>
}

/** Provider and model; keys stay in the adapter. */
export type ModelSettings = {
  provider: 'none' | 'openai-compatible' | 'google' | 'anthropic'
  model: string
}

/** The models that are configured. */
export type LanguageModels = {
  /** Returns a model, or null for `none`. Throws ModelFailure with a message for the operator when the configuration is incomplete. */
  open(settings: ModelSettings): Promise<LanguageModel | null>
}

/** The model gave no complete answer. `message` is a reason for logs and operators, without keys, addresses and texts of users. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
}
