type Order = readonly string[]

type Options = {
  save: (order: Order) => Promise<unknown>
  /** The server has refused; `stands` is the order that it has. */
  onRefused: (error: unknown, stands: Order) => void
}

export type OrderSaver = {
  /** Wants an order saved; `stands` is the one that the server has while nothing is being saved. */
  push(wanted: Order, stands: Order): void
}

/**
 * Saves orders one after the other. Of several that are wanted while one is on its way only the newest is sent; when the server
 * refuses, what was wanted meanwhile is given up as well: it was made of what never came to be.
 */
export function createOrderSaver({ save, onRefused }: Options): OrderSaver {
  let running = false
  let wanted: Order = []
  let accountStatus: Order = []

  async function run(): Promise<void> {
    running = true
    while (wanted !== accountStatus) {
      const sent = wanted
      try {
        await save(sent)
        accountStatus = sent
      } catch (error) {
        wanted = accountStatus
        onRefused(error, accountStatus)
      }
    }
    running = false
  }

  return {
    push(next, stands) {
      wanted = next
      if (running) return
      accountStatus = stands
      void run()
    },
  }
}
