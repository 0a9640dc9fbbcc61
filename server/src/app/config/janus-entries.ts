import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** Networks that are not part of the internet. */
const privateNetworks = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['198.18.0.0', 15],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6')

/** True for addresses of private networks, and names that only a private network knows. */
function isPrivate(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const family = isIP(address)
  if (family !== 0) return privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')
  return !host.includes('.') || /\.(internal|local|lan|home\.arpa)$/.test(host)
}

/** A media server: its name, or else host and port, stands in the rows of rooms. */
type NamedAddress = { name: string; url: string }

/** Reads `ws://host:port` or `name=ws://host:port`; a problem is a sentence without the variable. */
function readJanusAddress(text: string): NamedAddress | { problem: string } {
  const [, name, url = ''] = /^(?:([\w-]{1,40})=)?(wss?:\/\/\S+)$/.exec(text) ?? []
  if (!URL.canParse(url)) return { problem: 'must be addresses like ws://10.0.0.5:8188, separated by commas' }
  const { protocol, hostname, host, username, password } = new URL(url)
  if (username !== '' || password !== '')
    return { problem: 'must be addresses without a password: set JANUS_API_SECRET' }
  if (protocol === 'ws:' && !isPrivate(hostname))
    return {
      problem: `leads to ${hostname} over the internet without encryption: put Janus into a private network, or use wss:// (docs/runbooks/janus.md)`,
    }
  return { name: name ?? host, url }
}

const addresses = z
  .string()
  .default('')
  .transform((value, context) => {
    const texts = value.split(',').map((text) => text.trim())
    const read = texts.filter(Boolean).map(readJanusAddress)
    const named = read.flatMap((one) => ('problem' in one ? [] : [one]))
    for (const one of read) if ('problem' in one) context.addIssue(one.problem)
    if (new Set(named.map(({ name }) => name)).size < named.length) context.addIssue('names one server twice')
    return named
  })

/** Variables of Janus, the media server of large live sessions. */
export const janusEntries = {
  JANUS_URL: {
    schema: addresses,
    default: 'empty',
    description:
      'addresses of the WebSocket API of Janus for `LIVE_MEDIA=janus`, comma-separated, each with a name if you like: `name=ws://10.0.0.5:8188`. A room stays on one server. Never open this port to the internet',
  },
  JANUS_API_SECRET: {
    schema: z
      .string()
      .min(16, { error: 'must be a random text of 16 characters or more, the same as in janus.jcfg' })
      .optional(),
    default: 'empty',
    description: '`api_secret` of `janus.jcfg`; secrets of rooms are made from it',
  },
}
