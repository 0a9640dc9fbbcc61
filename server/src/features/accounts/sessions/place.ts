/**
 * Returns the network of a client without the part that tells its users apart: "203.0.113.x", "2001:db8:1:x". The key of a client is its
 * IPv4 address or the first 64 bits of its IPv6 address (`client-key.ts`). There is no table of places here, and a wrong city would
 * frighten people, so this is what the list of sessions shows.
 */
export function placeOf(clientKey: string): string {
  const [, ipv4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(clientKey) ?? []
  if (ipv4) return `${ipv4}.x`
  const groups = clientKey.split('::')[0]?.split(':') ?? []
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}:x` : ''
}
