import { msg } from '@lingui/core/runtime-macro'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import { type LanguageModel, ModelFailure } from '#ports/language-model.ts'
import { openModel, type WithoutModel } from './open-model.ts'

const brokenOff = msg`The answer broke off. Please ask again.`
const failed = msg`Something went wrong on our side. Please try again.`
const notes: Record<WithoutModel, Sentence | null> = {
  none: null,
  down: msg`The language model cannot be reached at the moment, so the built-in assistant answers.`,
  spent: msg`The language model has answered as much as it may today, so the built-in assistant answers.`,
}

type Ways<E> = {
  /** An answer that needs no model, looked for before one is opened; null where there is none. */
  first?: () => Promise<AsyncIterable<E> | null>
  /** Throws ModelFailure when the answer is not whole. */
  withModel: (model: LanguageModel) => AsyncIterable<E>
  builtIn: () => AsyncIterable<E>
  say: Say
  signal: AbortSignal
}

/**
 * Streams an answer: by the language model where there is one, else, and when it fails before its first event, by what is built in.
 * Errors are events of the stream; never throws. Stops when `signal` is aborted.
 */
export async function* answerWithFallback<E extends object>(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'models' | 'log'>,
  { first, withModel, builtIn, say, signal }: Ways<E>,
): AsyncGenerator<E | { reply: string } | { error: string }> {
  let begun = false
  try {
    const known = (await first?.()) ?? null
    if (signal.aborted) return
    if (known) return yield* known
    const opened = await openModel(deps)
    const { model } = opened
    let note = model ? null : notes[opened.why]
    if (model) {
      try {
        for await (const event of withModel(model)) {
          begun = true
          yield event
        }
        return
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ModelFailure)) throw error
        deps.log.warn({ model: model.name, reason: error.message }, 'the language model gave no answer')
        if (begun) return yield { error: say(brokenOff) }
        note = notes.down
      }
    }
    if (note) yield { reply: `${say(note)}\n\n` }
    begun = true
    for await (const event of builtIn()) {
      if (signal.aborted) return
      yield event
    }
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof DomainError) return yield { error: say(error.sentence) }
    deps.log.error({ err: error }, 'the assistant failed')
    yield { error: say(begun ? brokenOff : failed) }
  }
}
