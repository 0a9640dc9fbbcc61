/**
 * Returns the values of a sentence so that their backslashes stay what they are. Lingui reads `\u202e` and `\x0a` in a finished sentence
 * as the characters that they name: a name of plain letters would bring line breaks and turned text, which are taken out of names.
 */
export const literalValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', String.raw`\x5c`) : value,
    ]),
  )
