/** Texts of statements that have a name, and the names. */
const names = new Map<string, string>()

/** Each connection keeps a plan for each of them. */
const mostNamed = 100

/**
 * Gives the text of a statement a name: a connection then has PostgreSQL parse and plan it once, and not for each execution. It is for
 * frequent statements of few different texts that name their columns: a migration changes what `*` reads, and PostgreSQL refuses to
 * run a statement whose columns have changed since it was planned.
 */
export function nameStatement(text: string): void {
  if (names.size < mostNamed && !names.has(text)) names.set(text, `vc_${names.size}`)
}

/** Returns the name of a statement; undefined for most. */
export const nameOfStatement = (text: string): string | undefined => names.get(text)
