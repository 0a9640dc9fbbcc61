/** A kind of durable work: its name and what its data must look like. */
export type JobKind<Data> = {
  name: string
  /** parses stored data; throws when it is not of this kind */
  parse(data: unknown): Data
  /** how often a failed try is repeated, and after how many seconds (doubling) */
  retries: number
  retrySeconds: number
}

export type JobOptions = {
  /** not before so many seconds from now */
  delaySeconds?: number
}
