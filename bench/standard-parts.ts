import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { autocannonLoad } from './lib/load.ts'
import { table } from './lib/report.ts'
import { cacheFolder, installPackages } from './lib/tools.ts'

/**
 * CPU time of one request with security headers of our own and with the plugin that sets them. `npm run bench -- standard-parts [seconds]`
 * prints the table for decision record 042.
 */
const seconds = Number(process.argv[2] ?? 3)
const rounds = 3
const packages = join(cacheFolder, 'standard-parts')
installPackages(packages, { '@fastify/helmet': '13.2.0' }, '1 MB')

const program = join(import.meta.dirname, 'peers/standard-parts.program.ts')

/** CPU milliseconds of a thousand requests. */
async function measure(side: string, path: string): Promise<number> {
  const child = fork(program, [side, packages], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    const [port] = (await once(child, 'message')) as [number] // the program sends its port first
    const requests = [{ method: 'GET', path, headers: { 'accept-encoding': 'gzip, deflate, br' } }]
    const load = (time: number) =>
      autocannonLoad({ origin: `http://127.0.0.1:${port}`, connections: 16, seconds: time, requests })
    const cpu = async (): Promise<number> => {
      child.send('cpu')
      const [ms] = (await once(child, 'message')) as [number] // then its CPU time, each time it is asked
      return ms
    }
    await load(1)
    const before = await cpu()
    const result = await load(seconds)
    if (result.failures > 0) throw new Error(`${side} failed ${result.failures} requests of ${path}`)
    return (((await cpu()) - before) / result.requests) * 1000
  } finally {
    child.kill()
  }
}

const rows = [['job', 'side', 'CPU ms of 1,000 requests, median of 3']]
for (const [job, path, sides] of [
  ['headers of an API reply', '/api', ['own headers', '@fastify/helmet']],
  ['headers of a document', '/page', ['own headers', '@fastify/helmet']],
] as const) {
  const found = new Map<string, number[]>(sides.map((side) => [side, []]))
  for (let round = 0; round < rounds; round++)
    for (const side of sides) found.get(side)?.push(await measure(side, path))
  for (const [side, values] of found)
    rows.push([job, side, (values.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0).toFixed(0)])
}
console.log(table(rows))
