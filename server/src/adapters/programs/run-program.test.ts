import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { runProgram } from './run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'program-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const limits = { memoryBytes: 2e9, cpuSeconds: 60, seconds: 60 }
const sh = (script: string, more: Partial<Parameters<typeof runProgram>[2]> = {}) =>
  runProgram('/bin/sh', ['-c', script], { limits, folder, ...more })
const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0

test('a program gets an empty environment, and its output and errors are returned', async () => {
  process.env.SOMETHING_SECRET = 'secret'
  const { end, output, errors } = await sh('echo "[$SOMETHING_SECRET$HOME]"; echo oops >&2')
  delete process.env.SOMETHING_SECRET
  expect([end, output.toString(), errors]).toEqual(['done', '[]\n', 'oops\n'])
  expect((await sh('exit 3')).end).toBe('failed')
})

test('a program is ended that takes too long, writes nothing, writes too much, or uses too much memory', async () => {
  expect((await sh('sleep 60', { limits: { ...limits, seconds: 0.2 } })).end).toBe('slow')
  expect((await sh('sleep 60', { limits: { ...limits, silentSeconds: 0.2 } })).end).toBe('slow')
  expect((await sh('while :; do echo much; done', { maxOutput: 1000 })).end).toBe('noisy')
  const spins = await sh('while :; do :; done', { limits: { ...limits, cpuSeconds: 1 } })
  expect(spins.end).toBe('slow')
  const writes = await sh('while :; do echo "a line of some length"; done > large', {
    limits: { ...limits, fileBytes: 51_200 },
  })
  expect([writes.end, sizeOf('large') <= 102_400]).toEqual(['failed', true])
  const hungry = "const all = []; for (;;) all.push(Buffer.alloc(5e7, 'x'))"
  const fed = await runProgram(process.execPath, ['--jitless', '-e', hungry], {
    limits: { ...limits, memoryBytes: 1e9 },
  })
  expect(fed.end).toBe('failed')
})

test('a program that is missing, cannot be loaded, or is killed by someone else is reported as such, not as failed', async () => {
  expect((await runProgram(join(folder, 'none'), [], { limits })).end).toBe('missing')
  writeFileSync(join(folder, 'half-replaced'), 'ELF', { mode: 0o644 })
  expect((await runProgram(join(folder, 'half-replaced'), [], { limits })).end).toBe('missing')
  expect((await sh('true', { folder: join(folder, 'no-folder') })).end).toBe('missing')
  expect((await sh('kill -KILL $$')).end).toBe('killed')
  expect((await sh('kill -SEGV $$')).end).toBe('failed')
})

test('a program and its child processes end with the process that started it, also when that is killed', async () => {
  const script = `
    import { runProgram } from ${JSON.stringify(new URL('./run-program.ts', import.meta.url).href)}
    const limits = ${JSON.stringify(limits)}
    await runProgram('/bin/sh', ['-c', 'while :; do echo x >> alive; sleep 0.05; done'], { limits, folder: ${JSON.stringify(folder)} })`
  writeFileSync(join(folder, 'asking.mts'), script)
  const asking = spawn(process.execPath, [join(folder, 'asking.mts')], { stdio: 'ignore' })
  while (sizeOf('alive') === 0) await sleep(50)
  asking.kill('SIGKILL')
  await once(asking, 'exit')
  await sleep(300)
  const size = sizeOf('alive')
  await sleep(300)
  expect(sizeOf('alive')).toBe(size)
})
