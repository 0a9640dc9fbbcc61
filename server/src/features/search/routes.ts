import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createConcurrencyLimit } from '#core/limits/concurrency-limit.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import type { Routes } from '#http/serve.ts'
import { serve } from '#http/serve.ts'
import { createUnsureCounter } from './note-unsure.ts'
import { createReader } from './read-with-model.ts'
import { listSimilar, presentResults, searchWithModel } from './search-courses.ts'

const tooMany = msg`You have searched often in a short time. Please wait a moment and try again.`
const tooManyAtOnce = msg`You are searching for several things at once. Please wait for the first answers.`
const busy = msg`Many people are searching at the moment. Please try again in a few seconds.`

/** Serves the endpoints of the search. Changes of the operator's lexicon take effect at once. */
export function registerSearch(routes: Routes, deps: FeatureDeps): void {
  deps.searchIndex.setLexicon(deps.settings.current().lexicon)
  deps.settings.onChange(({ lexicon }) => deps.searchIndex.setLexicon(lexicon))
  const read = createReader(deps)
  const countUnsure = createUnsureCounter(deps)
  const searches = createConcurrencyLimit({ each: 2, all: 64, tooMany: tooManyAtOnce, busy })
  const lists = createConcurrencyLimit({ each: 8, all: 64, tooMany: tooManyAtOnce, busy })
  serve(
    routes.public,
    api.ai.search,
  )(async ({ body, viewer, client, signal, say, readerLanguage }) => {
    // Users are counted by account, because a school shares one address.
    const person = viewer ? `user:${viewer.id}` : client
    const leave = searches.enter(person)
    try {
      await consumeAll([
        [deps.limits.searches, person, tooMany],
        [deps.limits.searchesByClient, client, tooMany],
      ])
      const turn = { client, signal, language: readerLanguage }
      const found = await searchWithModel(deps, body.input, turn, {
        read: (input) => read(input, client, signal),
        asWritten: body.asWritten,
      })
      countUnsure(body.input, person, found)
      return presentResults(found, say)
    } finally {
      leave()
    }
  })
  serve(
    routes.public,
    api.ai.similar,
  )(async ({ params, client, signal }) => {
    const leave = lists.enter(client)
    try {
      await consumeAll([[deps.limits.searchesByClient, client, tooMany]])
      return { courses: await listSimilar(deps, params.courseId, { client, signal }) }
    } finally {
      leave()
    }
  })
}
