export type Encoding = 'br' | 'gzip'

/** Browsers send few different headers; what others make up does not stay. */
const maxKept = 100
const kept = new Map<string, ReadonlySet<string>>()

function acceptedIn(header: string): ReadonlySet<string> {
  const known = kept.get(header)
  if (known) return known
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  if (kept.size >= maxKept) kept.clear()
  if (header.length < 200) kept.set(header, accepted)
  return accepted
}

/** Returns the first of the offered encodings that an Accept-Encoding header takes; undefined to send the bytes as they are. */
export function chooseEncoding(
  header: string | string[] | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (typeof header !== 'string') return undefined
  const accepted = acceptedIn(header)
  return offered.find((encoding) => accepted.has(encoding))
}
