/** Maximum number of items that are stored together. */
const mostAtOnce = 100

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

/**
 * Returns a function that stores the items of each room in order: items that arrive while `storeAll` runs for the room are stored together
 * by the next call, and each gets its result. When PostgreSQL refuses a batch, such as for a deleted account, each item is stored by
 * itself, so that only one gets the error.
 */
export function storeInTurn<Item, Result>(
  storeAll: (room: string, items: readonly Item[]) => Promise<Result>,
): (room: string, item: Item) => Promise<Result> {
  /** has the rooms for which `storeAll` is under way */
  const queues = new Map<string, Waiting<Item, Result>[]>()

  const store = async (room: string, all: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const result = await storeAll(
        room,
        all.map(({ item }) => item),
      )
      for (const { resolve } of all) resolve(result)
    } catch (error) {
      if (all.length > 1 && isRefused(error)) for (const one of all) await store(room, [one])
      else for (const { reject } of all) reject(error)
    }
  }
  const work = async (room: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    while (queue.length > 0) await store(room, queue.splice(0, mostAtOnce))
    queues.delete(room)
  }
  return (room, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(room)
      if (queue) return void queue.push({ item, resolve, reject })
      const begun = [{ item, resolve, reject }]
      queues.set(room, begun)
      void work(room, begun)
    })
}

/** True for wrong values and violated constraints (SQLSTATE 22 and 23), not for a connection that was lost. */
const isRefused = (error: unknown): boolean => /^2[23]/.test(String((error as { code?: unknown } | null)?.code)) // errors of the driver have it
