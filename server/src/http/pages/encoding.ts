export type Encoding = 'br' | 'gzip'

/** The best encoding of an Accept-Encoding header among those offered; undefined to send the bytes as they are. */
export function chooseEncoding(header: string | undefined, offered: readonly Encoding[]): Encoding | undefined {
  const accepted = new Set<string>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  return offered.find((encoding) => accepted.has(encoding))
}
