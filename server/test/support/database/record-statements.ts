import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export type Statement = { text: string; values: unknown[] }

/** The work whose statements are recorded: the index of the search and jobs send theirs meanwhile. */
const recorded = new AsyncLocalStorage<Statement[]>()

/**
 * Does the work, and returns its result with the reading statements that it sent to PostgreSQL, in order, and with the writing ones. What
 * the queue of jobs sends is left out.
 */
export async function recordReads<T>(
  work: () => PromiseLike<T>,
): Promise<{ result: T; reads: Statement[]; writes: Statement[] }> {
  const sent: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Statement, unknown[] | undefined]
    if (recorded.getStore() === sent)
      sent.push(typeof first === 'string' ? { text: first, values: values ?? [] } : first)
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  try {
    // awaited inside: what injects a request sends it when it is awaited
    const result = await recorded.run(sent, async () => await work())
    const ours = sent.filter(({ text }) => !text.includes('jobs.'))
    const reads = ours.filter(({ text }) => /^\s*(select|with)\b/i.test(text))
    const writes = ours.filter(({ text }) => /^\s*(update|delete|insert)\b/i.test(text))
    return { result, reads, writes }
  } finally {
    pg.Client.prototype.query = query
  }
}
