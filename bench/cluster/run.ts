import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { keySecret, type LocalCluster, startCluster } from '../../scripts/cluster.ts'
import { prepareCluster } from '../../scripts/prepare/system-programs.ts'
import { quantile, table } from '../lib/report.ts'
import { mix, newShopper, publishedCourses, type Sample, type Shopper } from './shoppers.ts'

const port = 8145

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    member: { type: 'string' },
    shoppers: { type: 'string', default: '12' },
    'outage-seconds': { type: 'string', default: '30' },
    'load-seconds': { type: 'string', default: '20' },
    help: { type: 'boolean' },
  },
})
if (options.help) {
  console.log(`Failures, deploys and mixed load on two web processes, a worker, PostgreSQL, Redis, an S3-compatible store and nginx.

  --only NAME          one of: restart, kill, outage, load; several times for several
  --member NAME        of those that are killed or away, only this one
  --shoppers N         students at once while something fails (${options.shoppers})
  --outage-seconds N   how long a service is away (${options['outage-seconds']})
  --load-seconds N     duration of each step of the mixed load (${options['load-seconds']})`)
  process.exit()
}
const wanted = (name: string): boolean => options.only.length === 0 || options.only.includes(name)

/** What fails and comes back while students shop. */
type Scenario = { name: string; run: (cluster: LocalCluster) => Promise<void> }

const outageMs = Number(options['outage-seconds']) * 1000
const away = (member: 'database' | 'redis' | 'store'): Scenario => ({
  name: `${member} away for ${outageMs / 1000} s`,
  async run({ members }) {
    await members[member].stop(member === 'database' ? 'SIGINT' : 'SIGKILL')
    await sleep(outageMs)
    await members[member].start()
  },
})
const killed = (
  member: 'database' | 'pooler' | 'redis' | 'store' | 'web1' | 'web2' | 'worker' | 'search',
): Scenario => ({
  name: `kill -9 ${member}`,
  async run({ members }) {
    await members[member].stop('SIGKILL')
    await members[member].start()
  },
})
const restarted: Scenario = {
  name: 'rolling restart',
  async run({ members }) {
    for (const member of [members.web1, members.web2, members.worker]) {
      await member.stop('SIGTERM')
      await member.start()
    }
  },
}

const scenarios: Scenario[] = [
  ...(wanted('restart') ? [restarted] : []),
  ...(wanted('kill')
    ? (['web1', 'web2', 'worker', 'search', 'redis', 'store', 'pooler', 'database'] as const).map((member) =>
        killed(member),
      )
    : []),
  ...(wanted('outage') ? (['database', 'redis', 'store'] as const).map(away) : []),
].filter(({ name }) => !options.member || name.includes(options.member))

/** What failed, with numbers: "browse 503 unavailable: 12". */
function failuresOf(samples: readonly Sample[]): string {
  const counts = new Map<string, number>()
  for (const { status, code, action } of samples)
    if (status === 0 || status >= 400) {
      const name = `${action} ${status || 'no answer'}${code ? ` ${code}` : ''}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ') || 'none'
}

const isFailure = ({ status }: Sample): boolean => status === 0 || status >= 500
const newShoppers = async (cluster: LocalCluster, count: number): Promise<Shopper[]> => {
  const courses = await publishedCourses(cluster.url)
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      newShopper({ url: cluster.url, keySecret, address: `10.0.${index >> 8}.${index & 255}`, courses }),
    ),
  )
}

async function runScenario(cluster: LocalCluster, { name, run }: Scenario): Promise<string[]> {
  const shoppers = await newShoppers(cluster, Number(options.shoppers))
  const ending = new AbortController()
  const shopping = shoppers.map((shopper) => shopper.shop(ending.signal, 150))
  await sleep(3_000)
  const begun = Date.now()
  await run(cluster)
  const back = Date.now()
  await sleep(8_000)
  ending.abort()
  await Promise.all(shopping)
  const samples = shoppers.flatMap((shopper) => shopper.samples)
  const failures = samples.filter(isFailure)
  const last = Math.max(begun, ...failures.map(({ at, ms }) => at + ms))
  const lost = (await Promise.all(shoppers.map((shopper) => shopper.missing()))).flat()
  const bought = shoppers.reduce((sum, shopper) => sum + shopper.bought.size, 0)
  const row = {
    scenario: name,
    requests: samples.length,
    failed: failures.length,
    internalErrors: samples.filter(({ status }) => status === 500).length,
    failedTwice: failures.filter(({ retry }) => retry > 0).length,
    awayMs: back - begun,
    recoveredMs: failures.length === 0 ? 0 : Math.max(0, last - back),
    p99Ms: quantile(
      samples.map(({ ms }) => ms).sort((a, b) => a - b),
      0.99,
    ),
    bought,
    lost: lost.length,
    failures: failuresOf(samples),
  }
  console.log(JSON.stringify(row))
  return [
    row.scenario,
    ...[row.requests, row.failed, row.internalErrors, row.failedTwice].map(String),
    `${(row.awayMs / 1000).toFixed(1)} s`,
    `${(row.recoveredMs / 1000).toFixed(1)} s`,
    `${row.lost} of ${row.bought}`,
    row.failures,
  ]
}

/** Raises the number of students without pauses until more of them bring no more answers. */
async function mixedLoad(cluster: LocalCluster, processes: number): Promise<string[][]> {
  const rows: string[][] = []
  const seconds = Number(options['load-seconds'])
  let best = 0
  for (let count = 4; count <= 128; count *= 2) {
    const shoppers = await newShoppers(cluster, count)
    const ending = new AbortController()
    const shopping = shoppers.map((shopper) => shopper.shop(ending.signal, 0))
    await sleep(seconds * 1000)
    ending.abort()
    await Promise.all(shopping)
    const samples = shoppers.flatMap((shopper) => shopper.samples)
    const rate = samples.length / seconds
    const times = samples.map(({ ms }) => ms).sort((a, b) => a - b)
    const row = {
      processes,
      students: count,
      rate,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      failures: failuresOf(samples),
    }
    console.log(JSON.stringify(row))
    rows.push([
      String(processes),
      String(count),
      rate.toFixed(0),
      row.p50Ms.toFixed(0),
      row.p99Ms.toFixed(0),
      row.failures,
    ])
    if (rate < best * 1.05) break
    best = Math.max(best, rate)
  }
  return rows
}

await prepareCluster()
const cluster = await startCluster({
  port, // the second hop is the student, who names an address of their own
  env: { TRUST_PROXY: '2' },
})
try {
  console.log(`${availableParallelism()} cores; logs in ${cluster.folder}`)
  const rows: string[][] = []
  for (const scenario of scenarios) rows.push(await runScenario(cluster, scenario))
  if (rows.length > 0)
    console.log(
      `\n${table([
        [
          'scenario',
          'requests',
          'failed',
          '500',
          'failed twice',
          'away',
          'recovered after',
          'purchases lost',
          'failures',
        ],
        ...rows,
      ])}\n`,
    )
  if (wanted('load')) {
    console.log(
      `Mixed load: ${Object.entries(mix)
        .map(([action, share]) => `${action} ${share} %`)
        .join(', ')}`,
    )
    const both = await mixedLoad(cluster, 2)
    await cluster.members.web2.stop()
    const one = await mixedLoad(cluster, 1)
    const rate = (all: string[][]) => Math.max(...all.map((row) => Number(row[2])))
    console.log(
      `\n${table([['web processes', 'students', 'requests/s', 'p50 ms', 'p99 ms', 'failures'], ...both, ...one])}`,
    )
    console.log(`\nThroughput of two beside one: ${(rate(both) / rate(one)).toFixed(2)}`)
  }
} finally {
  await cluster.stop()
}
