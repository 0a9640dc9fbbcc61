import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { ProviderDown, type ProviderPage } from '#ports/payments.ts'
import { findingDetails } from './finding-details.ts'
import { clearFinding, findOpenSubjects } from './finding-queries.ts'
import { report } from './findings.ts'

/** Number of consecutive failed requests after which the provider is considered down. */
const failuresInARow = 3
/** Maximum number of pages of a provider's list that one run reads. */
const mostPages = 200

/** Yields the non-empty pages of a provider's list. Throws if the pages do not end, or repeat. */
export async function* pagesOf<Item extends { id: string }>(
  read: (cursor: string | null) => Promise<ProviderPage<Item>>,
): AsyncGenerator<Item[]> {
  let cursor: string | null = null
  let last: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { items, next }: ProviderPage<Item> = await read(cursor)
    const first = items[0]?.id
    if (first !== undefined && first === last) throw new ProviderDown('The payment provider repeats a page of a list')
    last = first
    if (items.length > 0) yield items
    if (next === null) return
    cursor = next
  }
  throw new ProviderDown(`The payment provider has more than ${mostPages} pages of a list`)
}

/**
 * Handles each item of the provider. An item that fails does not stop later ones: it becomes a finding, which is closed once the item can
 * be handled. If the provider did not respond, the next run tries again. Throws ProviderDown when the provider stops responding.
 */
export async function handleEach<Item>(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'log'>,
  items: readonly Item[],
  subjectOf: (item: Item) => string,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  if (items.length === 0) return
  const failed = await findOpenSubjects(deps.db, 'not-compared', items.map(subjectOf))
  let failures = 0
  for (const item of items) {
    const subject = subjectOf(item)
    try {
      await act(item)
      failures = 0
      if (failed.has(subject)) await clearFinding(deps.db, { kind: 'not-compared', subject }, deps.clock.now())
    } catch (error) {
      if (error instanceof ProviderDown) {
        if (++failures >= failuresInARow) throw error
        deps.log.warn({ err: error, subject }, 'the payment provider did not answer; it is asked again later')
        continue
      }
      deps.log.error({ err: error, subject }, 'something of the payment provider could not be handled')
      const detail = english(findingDetails.notCompared())
      await report(deps, { kind: 'not-compared', subject, orderId: null, amount: 0, detail })
    }
  }
}
