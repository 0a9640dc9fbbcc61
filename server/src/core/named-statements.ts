/** Texts of statements that have a name, and the names. */
const names = new Map<string, string>()

/** Maximum number of named texts that requests have a part in: each connection keeps a plan for each text. */
const mostVaried = 50
let varied = 0

/**
 * Names the text of a statement, so that a connection parses and plans it once. For frequent statements of few texts that list their
 * columns: PostgreSQL refuses a prepared `*` after a migration has changed its columns. `varies` marks texts that contain parts of a
 * request: they get no name once there are many.
 */
export function nameStatement(text: string, { varies = false } = {}): void {
  if (names.has(text) || (varies && varied === mostVaried)) return
  if (varies) varied++
  names.set(text, `vc_${names.size}`)
}

/** Returns the name of a statement; undefined for most. */
export const nameOfStatement = (text: string): string | undefined => names.get(text)
