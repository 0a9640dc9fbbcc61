import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Server } from '../lib/child.ts'
import { closeOnSignal, exitWithUsage, openResults, requireLinux } from '../lib/command.ts'
import { machineFacts, treeMemory } from '../lib/machine.ts'
import { openDemoServers } from '../lib/our-server.ts'
import { writeResults } from '../lib/report.ts'
import { attacks } from './attacks/index.ts'
import { type Action, measureHonest, prepareHonest, tryReset } from './lib/honest.ts'
import { type AbuseRow, attackerTable, honestTable, type Round, summarise } from './lib/report.ts'
import { type Attacker, startAttacker } from './lib/start-attacker.ts'

const usage = `npm run bench -- abuse               every attack
  --only NAME,NAME   some of: ${attacks.map(({ name }) => name).join(' ')}
  --rounds N         rounds of honest users alone and under the attack, in turn (default 3)
  --seconds N        seconds of each half of a round (default 10)
  --server DIR       the working copy whose server is attacked; its web application must be built (default: this one)
  --json FILE        the results go there too, one JSON line each
  --write            put the tables into bench/README.md`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    server: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const names = values.only.split(',').filter(Boolean)
const unknown = names.filter((name) => !attacks.some((attack) => attack.name === name))
if (values.help) exitWithUsage(usage)
if (unknown.length > 0) exitWithUsage(usage, `There is no attack ${unknown.join(', ')}.`)
if (!(rounds >= 1) || !(seconds >= 1 && seconds <= 60))
  exitWithUsage(usage, '--rounds is at least 1, --seconds from 1 to 60.')
requireLinux()

const write = openResults('abuse-', values.json)
/** Prints a row with numbers of at most two digits after the point. */
const print = (row: object): void =>
  write(
    JSON.parse(
      JSON.stringify(row, (_key, value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)),
    ),
  )

/** How long the attack goes on before honest users are measured, and how long the server gets to recover after it, milliseconds. */
const beforeMs = 2000
const recoveryMs = 4000
/** When an attack ends by itself although no one stops it, seconds after it was measured. */
const longestRecovery = 300

async function measureRound(
  server: Server,
  honest: readonly Action[],
  attacker: Attacker,
  name: string,
): Promise<Round> {
  const idleBytes = treeMemory(server.pid).pssBytes
  const alone = await measureHonest(server.pid, honest, seconds * 1000)
  attacker.start(seconds + longestRecovery)
  await sleep(beforeMs)
  const attacked = await measureHonest(server.pid, honest, seconds * 1000)
  const reset = name === 'codes' ? await tryReset(server.origin) : undefined
  const tally = await attacker.stop()
  await sleep(recoveryMs)
  return {
    alone: alone.honest,
    attacked: attacked.honest,
    tally,
    idleBytes,
    aloneBytes: alone.peakBytes,
    attackedBytes: attacked.peakBytes,
    aloneWhy: alone.why,
    why: attacked.why,
    ...(reset === undefined ? {} : { reset }),
  }
}

const machine = machineFacts()
const rows: AbuseRow[] = []
const problems: string[] = []
const servers = await openDemoServers(resolve(values.server))
let running: Server | undefined
const close = async () => {
  await running?.stop()
  servers.close()
}
closeOnSignal(close)

print({ machine, rounds, seconds })
for (const { name, what } of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const row: AbuseRow = { attack: name, what, seconds, rounds: [] }
  let attacker: Attacker | undefined
  try {
    running = await servers.start()
    const honest = await prepareHonest(running.origin)
    // everything once before it counts
    await measureHonest(running.pid, honest, 2000)
    attacker = await startAttacker(name, running.origin)
    await sleep(recoveryMs)
    for (let round = 0; round < rounds; round++) {
      row.rounds.push(await measureRound(running, honest, attacker, name))
      if (running.ended()) throw new Error(`the server ended:\n${running.tail()}`)
    }
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    attacker?.close()
    await running?.stop()
    running = undefined
  }
  if (row.rounds.length === 0) continue
  rows.push(row)
  for (const line of summarise(row)) print(line)
  print({
    id: 'abuse',
    attack: name,
    rounds: row.rounds.map(({ alone: _alone, attacked: _attacked, ...rest }) => rest),
  })
}
await close()

if (rows.length > 0) {
  const facts = `${machine.at.slice(0, 10)}, ${machine.cores} cores (${machine.cpu}), load ${machine.loadBefore} before; Node ${machine.node}; ${rounds} rounds of ${seconds} s alone and ${seconds} s attacked`
  const text = [
    facts,
    'What honest users wait, ms: p50 / p99, and how many times the p99 without the attack',
    honestTable(rows),
    'What the attacker gets in one round, and the memory of the server (PSS of all its processes)',
    attackerTable(rows),
  ].join('\n\n')
  console.log(`\n${text}`)
  if (values.write) writeResults('abuse', text)
}
for (const problem of problems) console.error(`Not measured: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
