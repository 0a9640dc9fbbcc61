import { msg } from '@lingui/core/runtime-macro'
import type { ChatTurn } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { offeredLanguages, type Say, type Sentence } from '#core/languages/language.ts'
import { ModelFailure } from '#ports/language-model.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import { openModel, type WithoutModel } from '../models/index.ts'
import { answerBuiltIn } from './built-in/answer-built-in.ts'
import { openCatalogue } from './catalogue.ts'
import type { HelpSite } from './help/help-topic.ts'
import { answerWithModel, instructionsFor } from './model/answer-with-model.ts'

/** One event of the stream. */
export type ChatEvent = { reply: string } | { error: string }

const brokenOff = msg`The answer broke off. Please ask again.`
const failed = msg`Something went wrong on our side. Please try again.`
const notes: Record<WithoutModel, Sentence | null> = {
  none: null,
  down: msg`The language model cannot be reached at the moment, so the built-in assistant answers.`,
  spent: msg`The language model has answered as much as it may today, so the built-in assistant answers.`,
}

/**
 * Streams the answer to a message in the context of `history`, from public data only: by the language model where there is one,
 * else by the built-in assistant. Errors are events of the stream; never throws. Stops when `turn.signal` is aborted.
 */
export async function* answerMessage(
  deps: FeatureDeps,
  { message, history = [] }: { message: string; history?: readonly ChatTurn[] | undefined },
  turn: SearchTurn & { signal: AbortSignal; say: Say },
): AsyncGenerator<ChatEvent> {
  const { signal, say } = turn
  let begun = false
  try {
    const site: HelpSite = {
      settings: deps.settings.current(),
      google: deps.identity?.provider === 'google',
      languages: offeredLanguages.map(({ name }) => name),
    }
    const catalogue = openCatalogue(deps, turn)
    if (signal.aborted) return
    const opened = await openModel(deps)
    const { model } = opened
    let note = model ? null : notes[opened.why]
    if (model) {
      const question = { model, catalogue, instructions: instructionsFor(site, say), message, history, signal, say }
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
        if (begun) return yield { error: say(brokenOff) }
        note = notes.down
      }
    }
    if (note) yield { reply: `${say(note)}\n\n` }
    begun = true
    for await (const reply of answerBuiltIn({ catalogue, site, message, history, zone: deps.config.TIME_ZONE, say })) {
      if (signal.aborted) return
      yield { reply }
    }
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof DomainError) return yield { error: say(error.sentence) }
    deps.log.error({ err: error }, 'the assistant failed')
    yield { error: say(begun ? brokenOff : failed) }
  }
}
