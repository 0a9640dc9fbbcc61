import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the key of a client for rate limits: the IPv4 address, or the first 64 bits of the IPv6 address, because a subscriber has all
 * addresses of such a network. A port that a proxy forwards with the address (`203.0.113.7:51822`, `[2001:db8::7]:443`) is left out. All
 * invalid addresses share one key.
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
/** Maximum length of an address in characters; a proxy may forward more, which is no address. */
const longestAddress = 64
/** Key of everything that is no address: a client that can invent one must not get a new key by it. */
const noAddress = 'unknown'

function keyOf(ip: string): string {
  if (ip.length > longestAddress) return noAddress
  const address = withoutPort(ip.trim())
  if (isIPv4(address)) return address
  const [unzoned = ''] = address.split('%')
  if (!isIPv6(unzoned)) return noAddress
  const groups = groupsOf(unzoned)
  return ipv4Within(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

function withoutPort(text: string): string {
  const [, inBrackets, ipv4] = /^"?(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\w*)?"?$/.exec(text) ?? []
  return inBrackets ?? ipv4 ?? text
}

/** The eight groups of an IPv6 address in their shortest form; the URL parser also reads a tail in IPv4's form. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const front = head.split(':').filter(Boolean)
  if (tail === undefined) return front
  const back = tail.split(':').filter(Boolean)
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
}

/** Prefixes whose last 32 bits are an IPv4 address: mapped (RFC 4291), and translated on the way to this server (RFC 6052). */
const ipv4Prefixes = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

function ipv4Within(groups: string[]): string | undefined {
  if (!ipv4Prefixes.has(groups.slice(0, 6).join(':'))) return undefined
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}
