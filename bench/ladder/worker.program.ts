import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../../server/src/app/config/config.ts'
import { createDeps } from '../../server/src/app/create-deps.ts'
import { startStreams } from '../../server/src/features/video/streams/index.ts'

/** A worker that prepares all waiting videos, and prints what that took in CPU and wall time, ffmpeg included. */
const deps = await createDeps(readConfig(process.env), pino({ level: 'warn' }))

/** CPU seconds of this process and of its children that have ended; a tick is 10 ms. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

const [begun, cpu] = [performance.now(), cpuSeconds()]
const worker = startStreams(deps)
for (;;) {
  await sleep(200)
  const left = await deps.db
    .selectFrom('videos')
    .select('id')
    .where('stream_state', 'in', ['waiting', 'running'])
    .execute()
  if (left.length === 0) break
}
process.stdout.write(
  `${JSON.stringify({ wall: (performance.now() - begun) / 1000, cpu: cpuSeconds() - cpu, states: await deps.db.selectFrom('videos').select(['stream_state', 'stream_attempts', 'stream_problem']).execute() })}\n`,
)
await worker.stop()
await deps.close()
process.exit(0)
