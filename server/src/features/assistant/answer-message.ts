import type { ChatTurn } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { ModelFailure } from '#ports/language-model.ts'
import { openModel, type WithoutModel } from '../models/index.ts'
import { answerBuiltIn } from './built-in/answer-built-in.ts'
import { openCatalogue } from './catalogue.ts'
import { answerWithModel, instructionsFor } from './model/answer-with-model.ts'

/** One event of the stream. */
export type ChatEvent = { reply: string } | { error: string }

const brokenOff = 'The answer broke off. Please ask again.'
const failed = 'Something went wrong on our side. Please try again.'
const notes: Record<WithoutModel, string> = {
  none: '',
  down: 'The language model cannot be reached at the moment, so the built-in assistant answers.\n\n',
  spent: 'The language model has answered as much as it may today, so the built-in assistant answers.\n\n',
}

/**
 * Streams the answer to a message in the context of `history`, from public data only: by the language model where there is one,
 * else by the built-in assistant. Errors are events of the stream; never throws. Stops when `turn.signal` is aborted.
 */
export async function* answerMessage(
  deps: FeatureDeps,
  { message, history = [] }: { message: string; history?: readonly ChatTurn[] | undefined },
  turn: { client: string; signal: AbortSignal },
): AsyncGenerator<ChatEvent> {
  const { signal } = turn
  let begun = false
  try {
    const { siteName, supportAddress } = deps.settings.current()
    const site = { name: siteName, support: supportAddress }
    const catalogue = openCatalogue(deps, turn)
    if (signal.aborted) return
    const opened = await openModel(deps)
    const { model } = opened
    let note = model ? '' : notes[opened.why]
    if (model) {
      const question = { model, catalogue, instructions: instructionsFor(site), message, history, signal }
      try {
        for await (const reply of answerWithModel(question)) {
          if (reply === '') continue
          begun = true
          yield { reply }
        }
        return
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ModelFailure)) throw error
        deps.log.warn({ model: model.name, reason: error.message }, 'the language model gave no answer')
        if (begun) return yield { error: brokenOff }
        note = notes.down
      }
    }
    if (note) yield { reply: note }
    begun = true
    for await (const reply of answerBuiltIn({ catalogue, site, message, history, zone: deps.config.TIME_ZONE })) {
      if (signal.aborted) return
      yield { reply }
    }
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof DomainError) return yield { error: error.message }
    deps.log.error({ err: error }, 'the assistant failed')
    yield { error: begun ? brokenOff : failed }
  }
}
