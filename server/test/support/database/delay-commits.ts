import type { Db } from '#core/executor.ts'

export type DelayedCommit = {
  /** resolves when the transaction has committed, and its process does not know it yet */
  committed: Promise<void>
  /** Delivers the reply to the process. */
  release(): void
}

/**
 * Delays the reply to the next transaction's commit, as a slow connection would. Other transactions continue, so that their replies
 * overtake this one.
 */
export function delayNextCommit(db: Db): DelayedCommit {
  const original = db.transaction
  const committed = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  db.transaction = () => {
    db.transaction = original
    const builder = db.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const result = await execute(work)
      committed.resolve()
      await released.promise
      return result
    }
    return builder
  }
  return { committed: committed.promise, release: released.resolve }
}
