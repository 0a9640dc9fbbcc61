let reads = 0

/** What the router reads at present: pages, and changes. Never counted on the server. */
export const awaitedData = {
  /** Counts until `read` has ended, whatever its end. */
  async during(read: () => Promise<unknown>): Promise<void> {
    reads++
    try {
      await read()
    } finally {
      reads--
    }
  },

  /** Whether something is still awaited; false while a page whose data is there is being rendered. */
  isAny: (): boolean => reads > 0,
}
