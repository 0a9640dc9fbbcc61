/** The embedded database cannot be used as asked. The message is one sentence for the operator. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}
