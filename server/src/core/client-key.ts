import { isIPv6 } from 'node:net'

/**
 * Returns the key of a client for rate limits: the IPv4 address, or the first 64 bits of the IPv6 address. A subscriber has all
 * addresses of such a network and could use a new one for each attempt.
 */
export function clientKey(ip: string): string {
  const known = keys.get(ip)
  if (known !== undefined) return known
  const key = keyOf(ip)
  if (keys.size >= mostKeys) keys.clear()
  if (ip.length <= longestAddress) keys.set(ip, key)
  return key
}

/** Keys of recent addresses: each request asks several times. */
const keys = new Map<string, string>()
const mostKeys = 10_000
/** Characters. What a proxy forwards may be longer, and is no address then. */
const longestAddress = 64

function keyOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
