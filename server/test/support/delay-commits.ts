import type { Db } from '#core/executor.ts'

export type DelayedCommit = {
  /** the transaction has committed, and the process that ran it has not learnt it yet */
  committed: Promise<void>
  /** Lets the process learn it. */
  release(): void
}

/**
 * Holds back the answer to the next transaction's commit, as a slow connection would. Other transactions go on meanwhile, so that
 * their answers overtake this one.
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
