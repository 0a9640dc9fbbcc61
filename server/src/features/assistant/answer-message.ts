import type { ChatTurn } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { offeredLanguages, type Say } from '#core/languages/language.ts'
import type { LanguageModel } from '#ports/language-model.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import { answerWithFallback } from '../models/index.ts'
import { answerBuiltIn } from './built-in/answer-built-in.ts'
import { isOfDistress } from './built-in/understand-turn.ts'
import { openCatalogue } from './catalogue.ts'
import type { HelpSite } from './help/help-topic.ts'
import { answerWithModel, instructionsFor } from './model/answer-with-model.ts'

/** One event of the stream. */
export type ChatEvent = { reply: string } | { error: string }

/**
 * Streams the answer to a message in the context of `history`, from public data only: by the language model where there is one,
 * else by the built-in assistant. Errors are events of the stream; never throws. Stops when `turn.signal` is aborted.
 */
export function answerMessage(
  deps: FeatureDeps,
  { message, history = [] }: { message: string; history?: readonly ChatTurn[] | undefined },
  turn: SearchTurn & { signal: AbortSignal; say: Say },
): AsyncGenerator<ChatEvent> {
  const { signal, say } = turn
  const site = (): HelpSite => ({
    settings: deps.settings.current(),
    google: deps.identity?.provider === 'google',
    languages: offeredLanguages.map(({ name }) => name),
  })
  const catalogue = openCatalogue(deps, turn)
  const builtIn = () => answerBuiltIn({ catalogue, site: site(), message, history, zone: deps.config.TIME_ZONE, say })
  async function* withModel(model: LanguageModel): AsyncGenerator<string> {
    if (isOfDistress((await catalogue.read(message)).labels)) return yield* builtIn()
    yield* answerWithModel({
      model,
      catalogue,
      instructions: instructionsFor(site(), say),
      message,
      history,
      signal,
      say,
    })
  }
  return answerWithFallback<ChatEvent>(deps, {
    withModel: (model) => replies(withModel(model)),
    builtIn: () => replies(builtIn()),
    say,
    signal,
  })
}

async function* replies(pieces: AsyncIterable<string>): AsyncGenerator<{ reply: string }> {
  for await (const reply of pieces) if (reply !== '') yield { reply }
}
