import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from './lib/child.ts'
import { closeOnSignal, exitWithUsage, requireLinux } from './lib/command.ts'
import { machineFacts, treeCpuMs } from './lib/machine.ts'
import { median, table } from './lib/report.ts'

/** The first `npm start` in a fresh clone, as a stranger makes it: what each stage takes, and when the first pages answer. */
const usage = `npm run bench -- start [--rounds 3] [--keep]
  clones HEAD of this working copy (what is not committed does not count) and starts it with an empty environment
  --keep   leaves the clones where they are: to remove a clone's files slows the next round down, so they go at the end anyway`
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
if (values.help) exitWithUsage(usage)
if (!Number.isInteger(rounds) || rounds < 1) exitWithUsage(usage, '--rounds is a whole number from 1')
requireLinux()

/** What a start prints when a stage ends or begins, in the order in which a quiet machine prints it. */
const marks: readonly [name: string, line: RegExp][] = [
  ['Node.js is installed', /^Node\.js v\S+ is installed/],
  ['the packages are installed', /^The packages are installed/],
  ['the build of the web app begins', /^Building the web app/],
  ['the first database begins', /creating the embedded database/],
  ['the demo begins', /filling the empty database/],
  ['the web app is built', /^The web app is built/],
  ['the server listens', /Virtual Courses is running/],
]

/** Seconds since the start, and CPU seconds of all its processes until then. */
type Mark = { name: string; at: number; cpu: number }

/** Longest wait for the first pages, in milliseconds. */
const longestMs = 300_000
const pollMs = 50
const project = resolve(import.meta.dirname, '..')
const parent = mkdtempSync(join(tmpdir(), 'vc-start-'))
let running: { stop(): Promise<void> } | undefined

/** The Node of this process is that of the project: a stranger has the machine's. */
const strangersPath = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => folder !== dirname(process.execPath) && !folder.includes('node_modules'))
  .join(':')

async function startFresh(round: number): Promise<Mark[]> {
  const folder = join(parent, String(round))
  execFileSync('git', ['clone', '--quiet', project, folder])
  const port = await freePort()
  const found: Mark[] = []
  const begun = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { HOME: process.env.HOME, PATH: strangersPath, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid = 0 } = npm
  // the pipe closes when the last of its processes has ended
  const ended = once(npm, 'close')
  running = {
    async stop() {
      npm.kill('SIGINT')
      await ended
    },
  }
  const mark = (name: string): void => {
    found.push({ name, at: (performance.now() - begun) / 1000, cpu: treeCpuMs(pid) / 1000 })
  }
  createInterface({ input: npm.stdout }).on('line', (line) => {
    for (const [name, pattern] of marks) if (pattern.test(line)) mark(name)
  })
  for (const path of ['/', '/browse']) {
    while (!(await answers(`http://localhost:${port}${path}`))) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`)
      if (performance.now() - begun > longestMs) throw new Error(`${path} does not answer`)
      await sleep(pollMs)
    }
    mark(`GET ${path} is 200`)
  }
  await running.stop()
  running = undefined
  return found
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => (await response.text()) !== '' && response.status === 200,
    () => false,
  )

async function clear(): Promise<void> {
  await running?.stop()
  if (values.keep) console.log(`The clones are in ${parent}.`)
  else rmSync(parent, { recursive: true, force: true })
}

closeOnSignal(clear)
const machine = machineFacts()
try {
  const all: Mark[][] = []
  for (let round = 1; round <= rounds; round++) all.push(await startFresh(round))
  const names = [...new Set(all.flat().map(({ name }) => name))]
  const rows = names.map((name) => {
    const found = all.flat().filter((mark) => mark.name === name)
    const at = found.map((mark) => mark.at)
    return {
      at: median(at),
      cells: [
        name,
        median(at).toFixed(1),
        `${Math.min(...at).toFixed(1)} … ${Math.max(...at).toFixed(1)}`,
        median(found.map((mark) => mark.cpu)).toFixed(1),
      ],
    }
  })
  console.log(
    `\n${machine.at.slice(0, 10)}, ${machine.cores} cores (${machine.cpu}), load ${machine.loadBefore} before; ${rounds} fresh clone${rounds === 1 ? '' : 's'} with ${execFileSync('node', ['--version'], { encoding: 'utf8', env: { PATH: strangersPath } }).trim()}\n`,
  )
  const head = ['first start', 'seconds', 'rounds', 'CPU seconds until then']
  console.log(table([head, ...rows.sort((a, b) => a.at - b.at).map(({ cells }) => cells)]))
} finally {
  await clear()
}
