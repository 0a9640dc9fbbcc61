import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { createConcurrencyLimit } from '#core/limits/concurrency-limit.ts'
import { consumeAll } from '#core/limits/rate-limits.ts'
import { type Routes, serve } from '#http/serve.ts'
import { searchLectures } from './search-lectures.ts'

const tooMany = msg`You have searched often in a short time. Please wait a moment and try again.`
const tooManyAtOnce = msg`You are searching for several things at once. Please wait for the first answers.`
const busy = msg`Many people are searching at the moment. Please try again in a few seconds.`

/** Serves the search inside lectures. */
export function registerPassages(routes: Routes, deps: FeatureDeps): void {
  const searches = createConcurrencyLimit({ each: 2, all: 32, tooMany: tooManyAtOnce, busy })
  serve(
    routes.public,
    api.passages.search,
  )(async ({ body, viewer, client, signal, readerLanguage }) => {
    const person = viewer ? `user:${viewer.id}` : client
    const leave = searches.enter(person)
    try {
      await consumeAll([
        [deps.limits.searches, person, tooMany],
        [deps.limits.searchesByClient, client, tooMany],
      ])
      return await searchLectures(deps, body, { viewer, turn: { client, signal, language: readerLanguage } })
    } finally {
      leave()
    }
  })
}
