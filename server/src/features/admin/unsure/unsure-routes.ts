import { msg } from '@lingui/core/runtime-macro'
import { api, isolate } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { type Routes, serve } from '#http/serve.ts'
import { countUnsure, findUnsure, lockUnsure, setUnsureState, type UnsureRow } from '../../search/index.ts'
import { writeAudit } from '../audit-queries.ts'
import { addSynonym } from './add-synonym.ts'

/** Endpoints of the questions that the search is not sure of. */
export function registerUnsureSearches(routes: Routes, deps: FeatureDeps): void {
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
  )(async ({ params: { searchId }, body, say, viewer }) => {
    await transact(deps.db, async (tx) => {
      const row = await lockUnsure(tx, searchId)
      if (!row) throw new DomainError('not_found')
      if (row.state === body.state) return
      await setUnsureState(tx, searchId, body.state)
      const act = { adminId: viewer.id, kind: 'search', subjectId: searchId, subject: row.question } as const
      await writeAudit(deps, tx, { ...act, action: 'search-sorted', detail: sorted[body.state] })
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

const sorted = { open: 'Back on the list.', idea: 'Noted as an idea for a course.', done: 'Put aside.' }

const present = ({ id, question, found, askings, last_asked_at }: UnsureRow) => ({
  _id: id,
  question,
  found,
  askings,
  lastAskedAt: last_asked_at.toISOString(),
})
