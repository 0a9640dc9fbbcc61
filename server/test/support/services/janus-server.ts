import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type JanusServer = {
  /** address of its WebSocket API */
  url: string
  secret: string
  /** where it writes recordings */
  recordings: string
  pid(): number
  /** what it has said since its last start */
  log(): string
  /** Kills the server, as a power cut does. */
  kill(): Promise<void>
  /** Starts it again at the same address; its rooms are gone. */
  start(): Promise<void>
  /** Stops it for ever, and removes its files and the network that it made. */
  close(): Promise<void>
}

const libraries = '/usr/lib/x86_64-linux-gnu/janus'
const secret = randomBytes(24).toString('hex')

/** Says what is missing for a Janus of the tests, or null: it needs Debian's package `janus`, and root for a network of its own. */
export function janusMissing(): string | null {
  if (!existsSync('/usr/bin/janus') || !existsSync(libraries)) return 'Janus is not installed (apt-get install janus)'
  if (process.getuid?.() !== 0) return 'a network for Janus needs root'
  if (!existsSync('/sbin/ip') && !existsSync('/usr/sbin/ip')) return 'ip is not installed (apt-get install iproute2)'
  return null
}

/** Janus ends with the process that has started it, also when that is killed (util-linux). */
const untilParentEnds = existsSync('/usr/bin/setpriv') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/** A network namespace, and the address of the end of the cable that lies in it. */
export type Cable = { namespace: string; address: string }

/**
 * Janus refuses the loopback interface, so it gets a network namespace, and this machine one end of a cable that leads there. Browsers that
 * run meanwhile take a new address for another network, and drop what is on its way: lay the cable before they start.
 */
export function layCable(): Cable & { remove(): void } {
  for (let attempt = 0; ; attempt++) {
    const place = Math.floor(Math.random() * 16_000)
    const [namespace, outside, inside] = [`vcj${place}`, `vcj${place}a`, `vcj${place}b`]
    // a range for benchmarks of networks (RFC 2544): it is no one's address
    const at = (host: number) => `198.18.${place >> 6}.${((place & 63) << 2) + host}`
    const remove = (): void => {
      try {
        ip('netns', 'delete', namespace)
      } catch {
        // someone else has removed it
      }
    }
    try {
      ip('netns', 'add', namespace)
    } catch (error) {
      if (attempt > 20) throw error
      continue
    }
    try {
      ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace)
      // without an address of its own making, which would come a second later
      ip('link', 'set', outside, 'addrgenmode', 'none')
      ip('addr', 'add', `${at(1)}/30`, 'dev', outside)
      ip('link', 'set', outside, 'up')
      ip('-n', namespace, 'addr', 'add', `${at(2)}/30`, 'dev', inside)
      ip('-n', namespace, 'link', 'set', inside, 'up')
      ip('-n', namespace, 'link', 'set', 'lo', 'up')
      return { namespace, address: at(2), remove }
    } catch (error) {
      remove()
      throw error
    }
  }
}

/** Loses what browsers and Janus send each other, without a word to either; signals go on. Returns what ends it. */
export function loseMedia({ namespace, address }: Cable): () => void {
  // a gateway that does not exist, in a range for examples (RFC 5737)
  const nowhere = '203.0.113.9'
  const browsers = address.replace(/\d+$/, (host) => String(Number(host) - 1))
  const ends = [
    { at: [], device: `${namespace}a`, to: address },
    { at: ['-n', namespace], device: `${namespace}b`, to: browsers },
  ]
  const rule = ({ at, to }: (typeof ends)[number], act: 'add' | 'del'): void =>
    ip(...at, 'rule', act, 'priority', '10', 'ipproto', 'udp', 'to', to, 'lookup', '77')
  for (const end of ends) {
    const { at, device, to } = end
    ip(...at, 'neigh', 'replace', nowhere, 'lladdr', '02:00:00:00:00:01', 'dev', device)
    ip(...at, 'route', 'replace', to, 'via', nowhere, 'dev', device, 'onlink', 'table', '77')
    rule(end, 'add')
  }
  return () => {
    for (const end of ends) rule(end, 'del')
  }
}

function writeSettings(folder: string, address: string, sessionSeconds: number): void {
  const files = {
    'janus.jcfg': `general: {
  configs_folder = "${folder}"
  plugins_folder = "${libraries}/plugins"
  transports_folder = "${libraries}/transports"
  events_folder = "${libraries}/events"
  loggers_folder = "${libraries}/loggers"
  debug_level = 4
  api_secret = "${secret}"
  session_timeout = ${sessionSeconds}
}
media: { rtp_port_range = "20000-39999" }
nat: { ice_lite = true }
plugins: { disable = "libjanus_audiobridge.so,libjanus_duktape.so,libjanus_echotest.so,libjanus_lua.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_streaming.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_voicemail.so" }
transports: { disable = "libjanus_http.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so" }
`,
    'janus.transport.websockets.jcfg': `general: {
  json = "compact"
  ws = true
  ws_port = 8188
  ws_ip = "${address}"
}
`,
    'janus.plugin.videoroom.jcfg': 'general: { }\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
}

const listens = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: 8188 })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.setTimeout(1000, () => resolve(false))
    socket.once('close', () => socket.destroy())
  })

/**
 * Starts Debian's Janus in a network of its own, or at the end of a cable that stays; it ends sessions that say nothing for
 * `sessionSeconds`. Call `close` in the end. Throws what `janusMissing` says.
 */
export async function startJanus(sessionSeconds = 10, cable?: Cable): Promise<JanusServer> {
  const missing = janusMissing()
  if (missing !== null) throw new Error(missing)
  const folder = mkdtempSync(join(tmpdir(), 'vc-janus-'))
  const recordings = join(folder, 'recordings')
  mkdirSync(recordings)
  const { namespace, address, remove } = cable ? { ...cable, remove: () => {} } : layCable()
  writeSettings(folder, address, sessionSeconds)
  let child: ChildProcess | undefined
  let said = ''
  // a run that is cut off leaves no server behind
  const cutOff = () => {
    child?.kill('SIGKILL')
    remove()
  }
  process.once('exit', cutOff)
  const server: JanusServer = {
    url: `ws://${address}:8188`,
    secret,
    recordings,
    pid: () => child?.pid ?? 0,
    log: () => said,
    async start() {
      said = ''
      const janus = spawn(
        'ip',
        ['netns', 'exec', namespace, ...untilParentEnds, 'janus', `--configs-folder=${folder}`],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      child = janus
      const listen = (chunk: Buffer) => {
        said = (said + String(chunk)).slice(-200_000)
      }
      janus.stdout.on('data', listen)
      janus.stderr.on('data', listen)
      for (let attempt = 0; !(await listens(address)); attempt++) {
        if (janus.exitCode !== null || attempt > 300)
          throw new Error(`Janus was started and does not answer: ${said.slice(-2000)}`)
        await sleep(50)
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const end = once(child, 'exit')
      child.kill('SIGKILL')
      await end
    },
    async close() {
      await server.kill()
      process.off('exit', cutOff)
      remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await server.start()
  } catch (error) {
    await server.close()
    throw error
  }
  return server
}
