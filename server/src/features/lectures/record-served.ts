import { LRUCache } from 'lru-cache'
import { DomainError } from '#core/domain-error.ts'
import type { Db } from '#core/executor.ts'
import { addServed, type Given, type Receiver } from './served-queries.ts'
import { type Hundredths, isWithin, nothing } from './served-rules.ts'

/** Maximum number of lectures and buyers of whom is remembered what is written; an entry takes less than 300 bytes. */
const mostKept = 20_000

type Known = { video: Hundredths; files: Hundredths; isRead: boolean }

export type ServedMarks = {
  /**
   * Writes down what is about to be given to a buyer, before it is: a refund that is asked for meanwhile cannot miss it. What is written
   * already costs nothing. Throws not_entitled for who is not enrolled any more.
   */
  add(receiver: Receiver, given: Given): Promise<void>
}

/** Returns what keeps the marks; it remembers what is written, so there is one for all requests to streams. */
export function createServedMarks(db: Db): ServedMarks {
  const known = new LRUCache<string, Known>({ max: mostKept })
  return {
    async add(receiver, given) {
      const key = `${receiver.userId} ${receiver.lectureId}`
      const before = known.get(key)
      if (
        before &&
        isWithin(given.video ?? nothing, before.video) &&
        isWithin(given.files ?? nothing, before.files) &&
        (before.isRead || !given.text)
      )
        return
      const after = await addServed(db, receiver, given)
      if (!after) throw new DomainError('not_entitled')
      known.set(key, after)
    },
  }
}
