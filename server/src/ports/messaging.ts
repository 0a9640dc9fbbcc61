/**
 * Carries what no transaction sends between the processes of one installation, such as signals of live rooms. What a transaction
 * publishes goes by NOTIFY with its commit (`core/broadcast.ts`), and so does this while there is no adapter or it fails.
 */
export type Messaging = {
  /** Sends messages to all other processes, in this order. Rejects when they could not be sent; some may have arrived then. */
  send(messages: readonly string[]): Promise<void>
  /** Calls `listener` with each message of other processes, in the order in which each of them sent its own; own messages come too. */
  receive(listener: (message: string) => void): void
  /** True while messages of others arrive; after an interruption those that were missed come late. */
  isReceiving(): boolean
  close(): Promise<void>
}
