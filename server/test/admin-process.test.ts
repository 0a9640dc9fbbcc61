import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { api, type User } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programEnv } from './support/program-env.ts'
import { copyTemplate } from './support/services/test-database.ts'

const source = (name: string): string => join(import.meta.dirname, '../src', name)

let dataDir: string
let port: number
const running: ChildProcess[] = []
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vc-admin-process-'))
  await copyTemplate(dataDir)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the system gave no port')
  port = address.port
  server.close()
  await once(server, 'close')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** A program of the operator in production, on the embedded database and without a mail server. The worker needs no built pages. */
function run(program: string, ...args: string[]) {
  const settings = {
    ...programEnv(),
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PAYOUT_SECRET: '9d2f6b1c83a7e05f9d2f6b1c83a7e05f',
    DATABASE_URL: '',
    SMTP_URL: '',
    PORT: String(port),
    ROLE: 'worker',
    PUBLIC_URL: 'https://courses.test.example',
    RAZORPAY_KEY_ID: 'rzp_live_4f7a1c9d2e',
    RAZORPAY_KEY_SECRET: 'b81d5f0c9e3a47',
    RAZORPAY_WEBHOOK_SECRET: '6c20e9d7f1b853',
  }
  const child = spawn(process.execPath, [source(program), ...args], {
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  return { child, ended: once(child, 'exit'), said: text(child.stdout), complaint: text(child.stderr) }
}

async function serve() {
  const server = run('main.ts')
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) break
    if (server.child.exitCode !== null) throw new Error(await server.complaint)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    /** Ends it and returns all that it wrote. */
    async stop(): Promise<string> {
      server.child.kill('SIGTERM')
      await server.ended
      return (await server.said) + (await server.complaint)
    },
  }
}

const post = (path: string, body: object) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
/** Starts the server while its port is taken, and returns all that it wrote. */
async function serveOnTakenPort(): Promise<string> {
  const other = createServer().listen(port)
  await once(other, 'listening')
  const server = run('main.ts')
  expect(await server.ended).toEqual([1, null])
  other.close()
  return (await server.said) + (await server.complaint)
}

const link = /https:\/\/courses\.test\.example\/admin-invitation#([\w-]{43})/g

test('a production site without an admin: the server logs one set-up link, and the command prints one that makes one admin, however often it is opened at once', async () => {
  const wrong = run('cli/invite-admin.ts', 'no one')
  expect([await wrong.ended, await wrong.complaint]).toEqual([
    [1, null],
    expect.stringContaining('not an email address'),
  ])
  const invited = run('cli/invite-admin.ts', 'Head@test.example')
  expect(await invited.ended).toEqual([0, null])
  const said = await invited.said
  expect(said).toMatch(/head@test\.example.*until \d{4}-\d\d-\d\d \d\d:\d\d UTC/s)
  expect(said).toContain('This site sends no mail')
  const token = [...said.matchAll(link)][0]?.[1] ?? ''

  // a start that fails leaves alone the link of the server that runs on the port
  const failed = await serveOnTakenPort()
  expect([/PORT: something else listens/.test(failed), failed.match(link)]).toEqual([true, null])
  const server = await serve()
  const refused = run('cli/invite-admin.ts', 'head@test.example')
  expect(await refused.ended).toEqual([1, null])
  expect(await refused.complaint).toMatch(/already in use by another process.*stop the server/s)
  const password = 'a password of my own'
  const accept = () => post(api.invitations.accept.path, { token, name: 'Head', password })
  const answers = await Promise.all([accept(), accept()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  const login = await post(api.accounts.login.path, { email: 'head@test.example', password })
  expect([login.status, ((await login.json()) as User).role]).toEqual([200, 'admin'])
  const logged = await server.stop()
  expect(logged.match(link)).toHaveLength(1)
  const setup = [...logged.matchAll(link)][0]?.[1] ?? ''
  expect(logged.split(setup)).toHaveLength(2)
  expect(logged).not.toContain(token)
  expect(logged).toContain('without verifying its address')
}, 300_000)
