/** The first letter of a name as people see it (a whole grapheme's first code point), uppercased; "?" without any. */
export function initialOf(name: string): string {
  const [first] = name.trim()
  return first ? first.toLocaleUpperCase('en') : '?'
}
