/**
 * Whether all text in a parsed value, keys included, is well-formed Unicode. JSON can carry lone surrogates (`"\ud800"`), which
 * no database stores and no answer can show. Not recursive: the depth is the client's choice.
 */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  const open: object[] = [value]
  for (let next = open.pop(); next; next = open.pop()) {
    if (ArrayBuffer.isView(next)) continue
    for (const [key, one] of Object.entries(next)) {
      if (!key.isWellFormed()) return false
      if (typeof one === 'string' ? !one.isWellFormed() : false) return false
      if (typeof one === 'object' && one !== null) open.push(one)
    }
  }
  return true
}
