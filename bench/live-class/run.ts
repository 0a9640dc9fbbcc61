import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { janusMissing } from '../../server/test/support/services/janus-server.ts'
import { closeOnSignal, exitWithUsage, openResults, requireLinux } from '../lib/command.ts'
import { openEnvironment } from '../lib/environment.ts'
import { machineFacts } from '../lib/machine.ts'
import { table } from '../lib/report.ts'
import { recordVideo } from '../live-forwarder/peers.ts'
import { measureDescriptions } from './descriptions.ts'
import { enterAll, enterLate, openClass, type RunningClass } from './open-class.ts'
import { measureOverTime } from './over-time.ts'
import { cpuOf, memoryOf, perMinute, spread } from './readings.ts'

const usage = `npm run bench -- live-class
  a class through Janus: by our server, and by a plain client of Janus, with receivers that do not decode
  --people N,N     receivers, one run of each side for each number (default 50,100,200,300)
  --seconds N      seconds in which CPU time is measured (default 60)
  --late N         receivers that leave and enter again, one after the other (default 40)
  --kilobits N     of the picture that is sent (default 1500)
  --processes N    of receivers (default 3)
  --side NAME      ours or plain alone
  --minutes N      instead: a class of --people by our server for N minutes, who also write, vote, react and raise hands, and a
                   listener in Chromium: memory of server, Janus and page each minute
  --descriptions   instead: sizes of the descriptions of a room with all its speakers, with Chromium`

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '50,100,200,300' },
    seconds: { type: 'string', default: '60' },
    late: { type: 'string', default: '40' },
    kilobits: { type: 'string', default: '1500' },
    processes: { type: 'string', default: '3' },
    side: { type: 'string' },
    minutes: { type: 'string' },
    descriptions: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) exitWithUsage(usage)
const numbers = values.people.split(',').map(Number)
const [seconds, late, kilobits, processes] = [values.seconds, values.late, values.kilobits, values.processes].map(
  Number,
) as [number, number, number, number] // four of them
if (numbers.some((one) => !(one > 6))) exitWithUsage(usage, '--people is more than the 6 of a mesh')
requireLinux()
const missing = janusMissing()
if (missing !== null) exitWithUsage(usage, missing)

type Measured = Awaited<ReturnType<typeof measure>>

async function measure(running: RunningClass, people: number) {
  const cold = cpuOf(running)
  const begun = performance.now()
  const { entries, failures } = await enterAll(running, 6, people)
  const joining = { seconds: Math.round(performance.now() - begun) / 1000, cpu: cpuOf(running) }
  await sleep(3000)
  const [before, came, at] = [cpuOf(running), await running.counts(), performance.now()]
  const chosen: number[] = []
  for (let turn = 0; performance.now() - at < seconds * 1000; turn++) {
    chosen.push(await running.choose(turn % people).catch(() => Number.NaN))
    await sleep(500)
  }
  const ms = performance.now() - at
  const [after, counted] = [cpuOf(running), await running.counts()]
  const memory = memoryOf(running)
  const packets = counted.packets - came.packets
  const lateEntries = await enterLate(running, late, people)
  const cpu = perMinute(before, after, ms)
  return {
    people,
    joined: 6 + entries.length,
    failures: [...new Set(failures)].slice(0, 3),
    joiningSeconds: joining.seconds,
    joiningCpuSeconds: {
      janus: (joining.cpu.janus - cold.janus) / 1000,
      server: (joining.cpu.server - cold.server) / 1000,
      database: (joining.cpu.database - cold.database) / 1000,
    },
    packetsPerSecond: Math.round((packets / ms) * 1000),
    missingPercent: Math.round(((counted.missing - came.missing) / Math.max(1, packets)) * 10_000) / 100,
    silent: counted.silent,
    cpuSecondsPerMinute: cpu,
    janusMicrosecondsPerPacket: Math.round(((after.janus - before.janus) / Math.max(1, packets)) * 10_000) / 10,
    memory,
    acknowledgedMs: spread(chosen.filter((one) => !Number.isNaN(one))),
    unacknowledged: chosen.filter(Number.isNaN).length,
    firstPacketMs: spread(entries.map(({ packetMs }) => packetMs)),
    firstPictureMs: spread(entries.map(({ pictureMs }) => pictureMs)),
    late: `${lateEntries.length} of ${late}`,
    latePacketMs: spread(lateEntries.map(({ packetMs }) => packetMs)),
    latePictureMs: spread(lateEntries.map(({ pictureMs }) => pictureMs)),
    load: Number(loadavg()[0]?.toFixed(2)),
  }
}

const print = openResults('live-class-')
if (values.descriptions) {
  print({ case: 'descriptions', limit: 48_000, ...(await measureDescriptions()) })
  process.exit(0)
}
const environment = openEnvironment({ profile: false })
closeOnSignal(environment.close)
const machine = machineFacts()
print({ machine })
const recording = await recordVideo(20, kilobits)

const results: { ours?: Measured; plain?: Measured }[] = []
if (values.minutes !== undefined) {
  try {
    const overTime = { minutes: Number(values.minutes), people: numbers[0] ?? 30, processes, recording }
    console.log(table(await measureOverTime(environment, overTime, print)))
  } finally {
    await environment.close()
  }
  process.exit(0)
}
try {
  for (const people of numbers) {
    const result: (typeof results)[number] = {}
    for (const side of ['ours', 'plain'] as const) {
      if (values.side !== undefined && values.side !== side) continue
      const running = await openClass(environment, { side, people, processes, recording })
      try {
        result[side] = await measure(running, people)
        print({ id: 'L11', side, kilobits, seconds, ...result[side] })
      } finally {
        await running.close()
      }
    }
    results.push(result)
  }
} finally {
  await environment.close()
}

const two = (ours: number | string | undefined, plain: number | string | undefined) =>
  `${ours ?? '-'} : ${plain ?? '-'}`
const rows = results.map(({ ours, plain }) => {
  const all = ours && ours.cpuSecondsPerMinute.janus + ours.cpuSecondsPerMinute.server
  const ratio = all !== undefined && plain ? (all / plain.cpuSecondsPerMinute.janus).toFixed(3) : ''
  return [
    String(ours?.people ?? plain?.people),
    two(ours?.cpuSecondsPerMinute.janus, plain?.cpuSecondsPerMinute.janus),
    String(ours?.cpuSecondsPerMinute.server ?? ''),
    String(ours?.cpuSecondsPerMinute.database ?? ''),
    ratio,
    two(ours?.packetsPerSecond, plain?.packetsPerSecond),
    two(ours?.missingPercent, plain?.missingPercent),
    two(ours?.memory.janusMb, plain?.memory.janusMb),
    String(ours?.memory.serverMb ?? ''),
    two(ours?.acknowledgedMs?.p99, plain?.acknowledgedMs?.p99),
    two(ours?.latePacketMs?.p99, plain?.latePacketMs?.p99),
    two(ours?.latePictureMs?.p50, plain?.latePictureMs?.p50),
    two(ours?.latePictureMs?.p99, plain?.latePictureMs?.p99),
    two(ours?.load, plain?.load),
  ]
})
const head = [
  'receivers',
  'Janus CPU s/min',
  'server',
  'PostgreSQL',
  'Janus + server, ratio',
  'packets/s',
  'missing %',
  'Janus MB',
  'server MB',
  'ack p99 ms',
  'late: packet p99',
  'picture p50',
  'p99',
  'load',
]
console.log(
  `\nL11, ours : plain client; ${machine.at.slice(0, 10)}, ${machine.cores} cores (${machine.cpu}), load ${machine.loadBefore} before; picture of ${kilobits} kbit/s, ${seconds} s\n`,
)
console.log(table([head, ...rows]))
process.exit(0)
