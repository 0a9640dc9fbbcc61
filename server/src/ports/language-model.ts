import type { z } from 'zod'

/** Something that a model may ask for while it answers. */
export type ModelTool = {
  name: string
  description: string
  /** what the model must send; anything else never reaches `run` */
  input: z.ZodType
  /** Answers plain JSON. What it throws is told to the model as a failure without its message. */
  run(input: unknown): Promise<unknown>
}

/** A turn of the conversation before the message. */
export type ModelTurn = { role: 'user' | 'assistant'; text: string }

export type ModelQuestion = {
  instructions: string
  /** oldest first, the first one of the user; none by default */
  turns?: readonly ModelTurn[]
  message: string
  tools: readonly ModelTool[]
  /** tokens of each step */
  maxOutputTokens: number
  /** rounds of tools and text */
  maxSteps: number
  /** milliseconds for all steps together */
  timeoutMs: number
  /** when it is aborted, the provider is asked no further: no one reads the answer any more */
  signal?: AbortSignal
}

export type ModelPart =
  | { kind: 'text'; text: string }
  /** a step has ended; tokens as the provider counted them, 0 where it did not */
  | { kind: 'usage'; inputTokens: number; outputTokens: number }
  /** The last part of an answer that is whole; `length` when it was cut at maxOutputTokens. */
  | { kind: 'end'; reason: 'whole' | 'length' }

/**
 * A language model of some provider. The stream of an answer either has `end` as its last part or throws ModelFailure: for an
 * error of the provider, a stream that breaks off, too much time, an abort.
 */
export type LanguageModel = {
  /** provider and model, for people */
  name: string
  answer(question: ModelQuestion): AsyncIterable<ModelPart>
}

/** How a model is reached; keys never leave the adapter. */
export type ModelSettings = {
  provider: 'none' | 'openai-compatible' | 'google' | 'anthropic'
  model: string
}

/** The models that this installation can reach. */
export type LanguageModels = {
  /** Null for `none`; throws ModelFailure with a sentence for the operator when something is missing. */
  open(settings: ModelSettings): Promise<LanguageModel | null>
}

/** The model gave no whole answer. `message` is a plain reason for logs and operators: no key, no address, no text of anybody. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
}
