import { parseArgs } from 'node:util'
import { runFuzz } from '../server/test/fuzz/run-fuzz.ts'
import { startServer } from '../server/test/fuzz/start-server.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      requests: { type: 'string', default: '3000' },
      url: { type: 'string' },
    },
  })
  const [seed, requests] = [Number(values.seed), Number(values.requests)]
  if (!Number.isInteger(seed) || !Number.isInteger(requests) || requests < 0)
    throw new Error('--seed and --requests are whole numbers')
  if (values.url !== undefined && !loopback.has(new URL(values.url).hostname))
    throw new Error('--url must be an address of this machine: the fuzzer fills and breaks what it is pointed at')
  return { seed, requests, url: values.url && new URL(values.url).origin }
}

/** Fuzzes a server of its own, or the one at --url, which needs ADMIN_SIGNUP=open, TRUST_PROXY=1 and the payment keys of the fuzzer. */
export async function run(args: string[]): Promise<void> {
  const { seed, requests, url } = readOptions(args)
  const server = url === undefined ? await startServer() : { origin: url, close: async () => {} }
  try {
    console.log(`seed ${seed}: repeat this run with --seed ${seed} --requests ${requests}`)
    const { findings, unreached, statuses, sent } = await runFuzz({
      origin: server.origin,
      seed,
      requests,
      log: (line) => console.log(line),
    })
    const counted = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
    console.log(`${sent} requests were sent; answers by status: ${counted.join(', ')}`)
    if (unreached.length > 0) console.log(`never succeeded: ${unreached.join(', ')}`)
    console.log(`${findings.length} findings`)
    if (findings.length > 0 || unreached.length > 0) process.exitCode = 1
  } finally {
    await server.close()
  }
}
