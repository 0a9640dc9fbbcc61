import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Sample, Side } from '../lib/bench-case.ts'
import { bareEnvironment } from '../lib/child.ts'

const run = promisify(execFile)
const Result = z.object({ seconds: z.number(), cpuMs: z.number(), times: z.array(z.number()).min(1) })

/** argon2 alone, in a process of its own, `connections` verifications at a time. */
export const bareArgon2 = (hash: string, password: string, connections: number): Side => ({
  name: 'bare argon2',
  run: async (seconds): Promise<Sample> => {
    const program = join(import.meta.dirname, 'bare-argon2.program.ts')
    const { stdout } = await run(process.execPath, [program, hash, password, String(connections), String(seconds)], {
      env: bareEnvironment(),
      maxBuffer: 1 << 24,
    })
    const { seconds: took, cpuMs, times } = Result.parse(JSON.parse(stdout))
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    const each = cpuMs / times.length
    return {
      operations: times.length,
      perSecond: times.length / took,
      serverCpuMs: each,
      cpuMs: each,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
    }
  },
})
