import { createHash } from 'node:crypto'

/** Tells whether a course's texts are still those that its vectors were made from. */
export const textHash = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32)
