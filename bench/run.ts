import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { l1, l3 } from './cases/catalogue.ts'
import { l4, p1 } from './cases/catalogue-page.ts'
import { p3 } from './cases/course-page.ts'
import { u2 } from './cases/first-picture.ts'
import { l9 } from './cases/live-room.ts'
import { l5 } from './cases/login.ts'
import { u3 } from './cases/next-page.ts'
import { l6, p5 } from './cases/video-range.ts'
import { v1 } from './cases/visit.ts'
import { type FirstLoadRow, firstLoadTable, judgeFirstLoad, measureFirstLoad } from './first-load.ts'
import { type IdleSocketsRow, idleSocketsTable, judgeIdleSockets, measureIdleSockets } from './idle-sockets.ts'
import { interleave, type Judged, type Row, ratioTable, stepsTable } from './lib/bench-case.ts'
import { keepStarted } from './lib/child.ts'
import { closeOnSignal, exitWithUsage, openResults, requireLinux } from './lib/command.ts'
import { type Environment, openEnvironment } from './lib/environment.ts'
import { keepHistory } from './lib/history.ts'
import { machineFacts } from './lib/machine.ts'
import { type Section, writeResults } from './lib/report.ts'
import { judgeMemory, type MemoryRow, measureMemory, memoryTable } from './memory.ts'
import { programs } from './programs.ts'
import { measureUploads, type UploadRow, uploadTable } from './upload.ts'

const plainCases = [l1, l3, l4, l5, ...l6, l9, p1, p3, ...p5, u2, u3]
const names = [...new Set(plainCases.map(({ id }) => id)), 'V1', 'first-load', 'memory', 'upload', 'L10']

const usage = `npm run bench                      every case
npm run bench -- L1 P3 memory      some of: ${names.join(' ')}
  --list         names every case, and the programs with options of their own
  --server DIR   V1 compares with the server of this working copy, such as that of the last release; its web application must be built
  --rounds N     rounds of both sides, at least 3 (default 5)
  --seconds N    seconds of each side in a round (default 8)
  --page NAME    first-load loads only the pages whose names have this part
  --profile      keep CPU profiles of our server; at V1 of both
  --write        put the tables into bench/README.md, and the results into the history with its plot
  --check        end with an error when a result is below its "must"`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    page: { type: 'string' },
    profile: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const cases = [...plainCases, ...(values.server ? [v1(resolve(values.server))] : [])]
// without another working copy there is no V1
const wanted = new Set(positionals.length > 0 ? positionals : names.filter((name) => name !== 'V1' || values.server))
const unknown = [...wanted].filter((name) => !names.includes(name))
if (values.list) {
  const others = {
    'first-load': 'first load on a slow phone',
    memory: 'memory idle and after load',
    upload: 'a video of 300 MB comes in',
    L10: 'memory of idle sockets',
    V1: 'a visit with a purchase, against another working copy',
  }
  const rows = [
    ...plainCases.map(({ id, title }) => [id, title]),
    ...Object.entries(others),
    ...programs.map(({ name, summary }) => [name, `${summary}, with options of its own`]),
  ]
  for (const [name = '', summary = ''] of rows) console.log(`${name.padEnd(22)}${summary}`)
  process.exit(0)
}
if (values.help) exitWithUsage(usage)
if (unknown.length > 0) exitWithUsage(usage, `There is no case ${unknown.join(', ')}.`)
if (!(rounds >= 3) || !(seconds >= 1)) exitWithUsage(usage, '--rounds is at least 3, --seconds at least 1.')
if (wanted.has('V1') && !values.server) exitWithUsage(usage, 'V1 needs --server, a working copy to compare with.')
requireLinux()

const print = openResults('')
const environment: Environment = openEnvironment({ profile: values.profile })
closeOnSignal(environment.close)
const rows: Row[] = []
const judged: Judged[] = []
const memory: MemoryRow[] = []
const firstLoads: FirstLoadRow[] = []
const uploads: UploadRow[] = []
const idleSockets: IdleSocketsRow[] = []
/** what went wrong, and the cases that it kept from running */
const problems = new Map<string, string[]>()
const machine = machineFacts()

/** A case that cannot run says why at the end and does not keep the others from running. */
const attempt = async (id: string, work: () => Promise<void>): Promise<void> => {
  if (!wanted.has(id)) return
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    problems.set(reason, [...(problems.get(reason) ?? []), id])
  }
}

try {
  print({ machine: { ...machine, postgres: (await environment.cluster()).version }, rounds, seconds })
  for (const one of cases) {
    await attempt(one.id, async () => {
      const started = keepStarted()
      try {
        const prepared = await one.prepare(environment, started)
        const measured = await interleave(one, prepared, { rounds, seconds })
        rows.push(...measured)
        judged.push(...measured)
        for (const row of measured) print(row)
      } finally {
        await started.stop()
      }
    })
  }
  await attempt('first-load', async () => {
    firstLoads.push(...(await measureFirstLoad(environment, rounds, values.page)))
    judged.push(...judgeFirstLoad(firstLoads))
    for (const row of firstLoads) print({ id: 'first-load', ...row })
  })
  await attempt('memory', async () => {
    memory.push(...(await measureMemory(environment, seconds)))
    judged.push(...judgeMemory(memory))
    for (const row of memory) print({ id: 'memory', ...row })
  })
  await attempt('upload', async () => {
    uploads.push(...(await measureUploads(environment)))
    for (const row of uploads) print({ id: 'upload', ...row })
  })
  await attempt('L10', async () => {
    idleSockets.push(...(await measureIdleSockets(environment)))
    judged.push(...judgeIdleSockets(idleSockets))
    for (const row of idleSockets) print({ id: 'L10', ...row })
  })
  const facts = `${machine.at.slice(0, 10)}, ${machine.cores} cores (${machine.cpu}), load ${machine.loadBefore} before; Node ${machine.node}, PostgreSQL ${(await environment.cluster()).version}, nginx ${machine.nginx}, driver ${machine.driver}; ${rounds} rounds of ${seconds} s`
  const live = rows.filter(({ id }) => id === l9.id)
  const others = rows.filter(({ id }) => id !== l9.id && id !== 'V1')
  const visits = rows.filter(({ id }) => id === 'V1')
  const tables: [Section, string][] = [
    ['ratios', others.length > 0 ? ratioTable(others) : ''],
    ['visit', visits.length > 0 ? `${ratioTable(visits)}\n\nCPU ms of each step\n\n${stepsTable(visits)}` : ''],
    ['live', live.length > 0 ? ratioTable(live) : ''],
    ['idle-sockets', idleSockets.length > 0 ? idleSocketsTable(idleSockets) : ''],
    ['first-load', firstLoads.length > 0 ? firstLoadTable(firstLoads) : ''],
    ['memory', memory.length > 0 ? memoryTable(memory) : ''],
    ['upload', uploads.length > 0 ? uploadTable(uploads) : ''],
  ]
  console.log(`\n${facts}`)
  for (const [section, text] of tables.filter(([, text]) => text !== '')) {
    console.log(`\n${text}`)
    if (values.write) writeResults(section, `${facts}\n\n${text}`)
  }
  if (values.write) keepHistory(judged, { date: machine.at.slice(0, 10), cpu: machine.cpu, rounds, seconds })
} catch (error) {
  problems.set(error instanceof Error ? error.message : String(error), [...wanted])
} finally {
  await environment.close()
}
for (const [reason, ids] of problems) console.error(`Not measured: ${ids.join(', ')}: ${reason}`)
const below = judged.filter(({ verdict }) => verdict === 'below must')
for (const { id, title, of } of below) console.error(`Below its "must": ${id} ${title}, ${of}`)
process.exitCode = problems.size > 0 || (values.check && below.length > 0) ? 1 : 0
