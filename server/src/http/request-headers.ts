export type Encoding = 'br' | 'gzip'

/** Maximum number of parsed headers in the cache; browsers send only a few different ones. */
const maxCached = 100
const cache = new Map<string, ReadonlySet<string>>()

function acceptedIn(header: string): ReadonlySet<string> {
  const known = cache.get(header)
  if (known) return known
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  if (cache.size >= maxCached) cache.clear()
  if (header.length < 200) cache.set(header, accepted)
  return accepted
}

/** Returns the first offered encoding that an Accept-Encoding header accepts; undefined for none. */
export function chooseEncoding(
  header: string | string[] | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (typeof header !== 'string') return undefined
  const accepted = acceptedIn(header)
  return offered.find((encoding) => accepted.has(encoding))
}

/** Suffixes that proxies append to a strong ETag when they compress: `-gzip` and `--gzip` (Apache, Caddy, Jetty), or `;gzip`. */
const proxySuffix = /(?:--?|;)(?:gzip|br|zstd|deflate)"$/

/**
 * True when an If-None-Match header names `tag`, an ETag with its quotes. Compares weakly (RFC 9110, 13.1.2), and ignores the suffix of a
 * compressing proxy, since it compresses the same bytes again.
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag || header.trim() === '*') return true
  return header.split(',').some((part) => {
    const one = part.trim().replace(/^W\//, '')
    return one === tag || one.replace(proxySuffix, '"') === tag
  })
}
