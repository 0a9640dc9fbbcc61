import { expect, test } from 'vitest'
import { runFuzz } from './fuzz/run-fuzz.ts'
import { startServer } from './fuzz/start-server.ts'
import { isWhole } from './support/in-all.ts'
import { copyTemplate } from './support/services/test-database.ts'

test('a fixed part of the fuzzer breaks no promise of the API and reaches every operation', async () => {
  const server = await startServer(copyTemplate)
  try {
    const { findings, unreached, statuses } = await runFuzz({
      origin: server.origin,
      seed: 1,
      requests: isWhole ? 1000 : 200,
    })
    expect(findings).toEqual([])
    expect(unreached).toEqual([])
    const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    expect((statuses.get(429) ?? 0) / all).toBeLessThan(0.1)
  } finally {
    await server.close()
  }
}, 300_000)
