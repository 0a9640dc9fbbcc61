import { msg } from '@lingui/core/runtime-macro'
import { api, isolate, mostLexiconLength } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { settingsVersion } from '#core/settings.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { countUnsure, findUnsure, lockUnsure, setUnsureState, type UnsureRow } from '../search/index.ts'
import { saveSettings } from './save-settings.ts'

/** Endpoints of the questions that the search is not sure of. */
export function registerQuestionRoutes(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.admin,
    api.unsureSearches.list,
  )(async ({ query }) => {
    const [{ rows, ...beside }, total] = await Promise.all([
      findUnsure(deps.db, query),
      countUnsure(deps.db, query.state),
    ])
    return { searches: rows.map(present), total, ...beside }
  })
  serve(
    routes.admin,
    api.unsureSearches.sort,
  )(async ({ params, body, say }) => {
    await transact(deps.db, async (tx) => {
      if (!(await lockUnsure(tx, params.searchId))) throw new DomainError('not_found')
      await setUnsureState(tx, params.searchId, body.state)
    })
    if (body.state === 'idea') return { message: say(msg`Noted as an idea for a course`) }
    return { message: say(body.state === 'done' ? msg`Put aside` : msg`Back on the list`) }
  })
  serve(
    routes.admin,
    api.unsureSearches.addSynonym,
  )(async ({ params, body, say, viewer }) => {
    const question = await addSynonym(deps, viewer, params.searchId, body.means)
    return {
      message: say(
        msg`From now on ${{ question: isolate(question) }} finds what ${{ name: isolate(body.means) }} finds`,
      ),
    }
  })
}

const present = ({ id, question, found, askings, last_asked_at }: UnsureRow) => ({
  _id: id,
  question,
  found,
  askings,
  lastAskedAt: last_asked_at.toISOString(),
})

/** Adds a line to the lexicon of the settings, which the search reads at once. Throws not_found, wrong_lexicon, changed_elsewhere. */
async function addSynonym(deps: FeatureDeps, admin: CurrentUser, searchId: string, means: string): Promise<string> {
  const row = await transact(deps.db, (tx) => lockUnsure(tx, searchId))
  if (!row) throw new DomainError('not_found')
  // another admin may have added a line that this process has not read yet
  await deps.settings.refresh()
  const before = deps.settings.current()
  const { lexicon } = before
  const line = `${means} = ${row.question}`
  const lines = lexicon.split('\n').filter((one) => one.trim() !== '')
  if (!lines.some((one) => one.trim() === line)) {
    const next = [...lines, line].join('\n')
    if (next.length > mostLexiconLength)
      throw new DomainError('wrong_lexicon', msg`The search lexicon of the settings is full. Remove lines there first.`)
    await saveSettings(deps, admin, { lexicon: next, version: settingsVersion(before) })
  }
  await setUnsureState(deps.db, searchId, 'done')
  return row.question
}
