import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { parseStage, stageScript } from './stage.ts'

/** What the inline script makes of what this browser has kept. */
function marks(kept: string | null): string[] {
  const dataset: Record<string, string> = {}
  const localStorage = { getItem: (key: string) => (key === 'stage' ? kept : null) }
  runInNewContext(stageScript, { localStorage, document: { documentElement: { dataset } } })
  return Object.keys(dataset)
}

it.each([
  [null, []],
  ['nonsense', []],
  ['{"theatre":true,"below":false}', ['theatre']],
  ['{"theatre":"true","below":true,"other":true}', ['below']],
  ['{"theatre":true,"below":true}', ['theatre', 'below']],
])('a page with %s kept begins with %j', (kept, names) => expect(marks(kept)).toEqual(names))

it('reads theatre and place of the list, and no nonsense', () => {
  expect(parseStage({ theatre: true, below: true })).toEqual({ theatre: true, below: true })
  for (const kept of [undefined, null, 3, 'theatre', { theatre: 1, below: 'true' }])
    expect(parseStage(kept)).toEqual({ theatre: false, below: false })
})
