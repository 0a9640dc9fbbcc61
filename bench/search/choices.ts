import { createEngineFactory } from './build-engine.ts'
import { loadSets } from './load-data.ts'
import { type Answer, isFilterOnly, isGood, ndcg5 } from './metrics.ts'

/** Prints for each set what reading "not", "or" and "vs" changes, against the same searches as written. */
const factory = await createEngineFactory()
const engines = new Map<string, Awaited<ReturnType<typeof factory.build>>>()

for (const set of loadSets()) {
  const catalogue = set.name.replace(/^crossed-/, '')
  const engine = engines.get(catalogue) ?? (await factory.build(set.courses))
  if (!engines.has(catalogue)) await engine.calibrate()
  engines.set(catalogue, engine)

  const answer = async (query: string, asWritten: boolean): Promise<Answer> => {
    const { courses } = await engine.search(query, { asWritten })
    return { found: courses.map(({ id }) => id), sure: courses.some(({ match }) => match === 'sure') }
  }
  for (const part of ['fit', 'test']) {
    const queries = set.queries.filter((query) => query.part === part && !isFilterOnly(query))
    const sums = { queries: 0, gain: 0, sureBefore: 0, sureAfter: 0 }
    for (const query of queries) {
      const { excluded, notLevel, alternatives, concepts } = engine.read(query.query)
      if (excluded.length + alternatives.length === 0 && notLevel === null && concepts.length > 0) continue
      sums.queries++
      const after = await answer(query.query, false)
      const before = await answer(query.query, true)
      if (isGood(query)) sums.gain += ndcg5({ query, ...after }) - ndcg5({ query, ...before })
      else {
        sums.sureBefore += before.sure ? 1 : 0
        sums.sureAfter += after.sure ? 1 : 0
      }
    }
    const gain = sums.gain / Math.max(1, queries.filter(isGood).length)
    console.log(
      `${set.name}, ${part}: ${sums.queries} of ${queries.length} read otherwise, nDCG@5 of the set ${gain.toFixed(4)}, bad sure ${sums.sureBefore} -> ${sums.sureAfter}`,
    )
  }
}
