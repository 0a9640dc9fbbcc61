/** Texts of statements that have a name, and the names. */
const names = new Map<string, string>()

/** Maximum number of named texts that requests have a part in: each connection keeps a plan for each text. */
const mostVaried = 50
let varied = 0

/**
 * Gives the text of a statement a name: a connection then has PostgreSQL parse and plan it once, and not for each execution. It is for
 * frequent statements of few different texts that name their columns: a migration changes what `*` reads, and PostgreSQL refuses to
 * run a statement whose columns have changed since it was planned. `varies`: requests have a part in the text. Such texts get no name
 * once there are many of them, so that no client uses up the names of others.
 */
export function nameStatement(text: string, { varies = false } = {}): void {
  if (names.has(text) || (varies && varied === mostVaried)) return
  if (varies) varied++
  names.set(text, `vc_${names.size}`)
}

/** Returns the name of a statement; undefined for most. */
export const nameOfStatement = (text: string): string | undefined => names.get(text)
