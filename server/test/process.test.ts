import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { api, createClient, type User } from '@virtual-courses/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSocket, until } from './support/connect-socket.ts'
import type { TestApp } from './support/create-test-app.ts'
import { isWhole } from './support/in-all.ts'
import { makeClass, openTab, startLive } from './support/live/live-room.ts'
import { programEnv } from './support/program-env.ts'
import { copyTemplate } from './support/services/test-database.ts'

const main = join(import.meta.dirname, '../src/main.ts')

const dataDir = mkdtempSync(join(tmpdir(), 'vc-process-'))
const running: ChildProcess[] = []
/** The server of the tests up to its shutdown: each start takes seconds of the processor. */
let server: ReturnType<typeof start>
let address: string
beforeAll(async () => {
  await copyTemplate(dataDir)
  server = start({ SHUTDOWN_GRACE_SECONDS: '3' })
  address = await server.address
}, 120_000)
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The server as an operator starts it. The worker role needs no built pages. */
function start(env: Record<string, string> = {}) {
  const settings = { ...programEnv(), DATA_DIR: dataDir, SEED: 'none', PORT: '0', ROLE: 'worker', ...env }
  const child = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const address = new Promise<string>((resolve) => {
    let seen = ''
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      const found = /running: (http\S+)/.exec(seen)
      if (found?.[1]) resolve(found[1])
    })
  })
  return { child, ended, address, complaint: text(child.stderr) }
}

test('serves, and refuses a second process on its folder', async () => {
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ready' })
  const second = start()
  expect(await second.ended).toBe(1)
  expect(await second.complaint).toContain(dataDir)
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' })
}, 120_000)

/** An operator's command. */
async function run(program: string, args: string[], env: Record<string, string>) {
  const settings = { ...programEnv(), SEED: 'none', ...env }
  const file = join(import.meta.dirname, '../src/cli', program)
  const child = spawn(process.execPath, [file, ...args], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, out, complaint }
}

test.skipIf(!isWhole)(
  'a running server with the embedded database is backed up; the backup is restored elsewhere, not over it',
  async () => {
    const body = { name: 'Asha', email: 'asha@test.example', password: 'correct horse battery', role: 'student' }
    const headers = { 'content-type': 'application/json' }
    await fetch(address + api.accounts.signup.path, { method: 'POST', headers, body: JSON.stringify(body) })
    const folder = join(dataDir, 'backup')
    expect(await run('backup.ts', [folder], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Backed up 1 account, 0 courses and 0 orders: \d+ rows of \d+ tables/),
    })
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(await run('restore.ts', [folder], { DATA_DIR: dataDir })).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/already in use by another process.*Stop the server/s),
    })
    await copyTemplate(join(dataDir, 'other'))
    expect(await run('restore.ts', [folder], { DATA_DIR: join(dataDir, 'other') })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Restored \d+ rows .* All checksums are those of the backup/),
    })
    expect((await readdir(join(dataDir, 'database'))).filter((name) => name.startsWith('copy-'))).toEqual([])
  },
  120_000,
)

/** A connection that becomes a socket and then neither reads nor writes, like that of a closed laptop. */
const fallSilent = (address: string, cookie: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const handshake = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', cookie }
    const headers = { ...handshake, 'sec-websocket-key': Buffer.alloc(16).toString('base64') }
    const asked = request(`${address}/socket.io/?EIO=4&transport=websocket`, { headers })
    asked.once('upgrade', (_response, connection) => {
      connection.pause()
      connection.on('error', () => {})
      resolve()
    })
    asked.once('error', reject)
    asked.end()
  })

test('a server that stops goes on serving for the grace period, and says so; then answers and sockets end, and browsers reconnect', async () => {
  expect((await fetch(`${address}/healthz`)).headers.get('connection')).toBe('keep-alive')
  const { cookie } = await signUpAt(address)()
  const tabs = [
    await connectSocket(address, { cookie }),
    await connectSocket(address, { cookie, transport: 'polling' }),
  ]
  await fallSilent(address, cookie)
  server.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503)
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/api/course/getpublishedcoures`)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(answers.map(() => 'close'))
  const begun = performance.now()
  server.child.kill('SIGTERM')
  await until(() => tabs.every(({ lost }) => lost.length === 1))
  for (const { socket, lost } of tabs) {
    expect([lost[0]?.startsWith('transport'), socket.active]).toEqual([true, true])
    socket.disconnect()
  }
  expect(await server.ended).toBe(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
}, 120_000)

/** A mail server that accepts connections and does not reply, so that senders wait. */
async function openSilentMailServer() {
  let connections = 0
  const open = new Set<Socket>()
  const server = createServer((connection) => {
    connections++
    open.add(connection)
    connection.on('error', () => {})
    connection.on('close', () => open.delete(connection))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    url: `smtp://127.0.0.1:${port}`,
    connections: () => connections,
    close() {
      for (const connection of open) connection.destroy()
      server.close()
    },
  }
}

/** Signs people up at a server that runs. */
const signUpAt =
  (address: string): TestApp['makeUser'] =>
  async (role = 'student', name = `Test ${role}`) => {
    const answer = await fetch(`${address}${api.accounts.signup.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name,
        role,
        email: `${role}-${Math.random()}@test.example`,
        password: 'correct horse battery',
      }),
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const call = createClient((path, { headers, ...rest }) =>
      fetch(`${address}${path}`, { ...rest, headers: { ...headers, cookie } }),
    )
    return { user: (await answer.json()) as User, call, cookie }
  }

test('a start after a shutdown works, and one after kill -9 needs no help: jobs that ran do so again, and live rooms are as they were', async () => {
  server.child.kill('SIGKILL')
  await server.ended
  const mail = await openSilentMailServer()
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Courses <courses@test.example>' }
  const first = start(env)
  const address = await first.address
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const made = await makeClass({ makeUser: signUpAt(address) }, 1)
  const roomId = await startLive(made)
  const people = [made.educator, ...made.students]
  const before = []
  const tabs = await Promise.all(people.map((who) => openTab(address, who)))
  for (const tab of tabs) before.push(await tab.enter(roomId))
  await tabs[1]?.send('set-state', { roomId, handRaised: true })
  await tabs[0]?.write(roomId, 'Any questions?')
  const send = await fetch(`${address}${api.accounts.sendOtp.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: made.educator.user.email }),
  })
  expect(send.status).toBe(200)
  // the start looks whether the server answers, and the job sends
  await expect.poll(() => mail.connections(), { timeout: 30_000 }).toBe(2)
  first.child.kill('SIGKILL')
  await first.ended
  for (const { socket } of tabs) socket.disconnect()

  const next = start(env)
  const there = await next.address
  expect((await fetch(`${there}/readyz`)).status).toBe(200)
  const again = await Promise.all(people.map((who) => openTab(there, who)))
  // the same places, words and states, and no one connects again
  for (const [index, tab] of again.entries()) {
    const joined = await tab.enter(roomId, { slotToken: before[index]?.slotToken })
    expect(joined.peerId).toBe(before[index]?.peerId)
    expect(joined.messages.map(({ message }) => message)).toEqual(['Any questions?'])
    expect(joined.participants.map(({ handRaised }) => handRaised)).toEqual([false, true])
  }
  expect(await again[1]?.write(roomId, 'Yes!')).toMatchObject({ ok: true })
  await until(() => again[0]?.got('receive-message').length === 1)
  expect(again[0]?.got('user-connected')).toEqual([])
  for (const { socket } of again) socket.disconnect()
  // without help the job would be taken for dead after a quarter of an hour
  await expect.poll(() => mail.connections(), { timeout: 60_000 }).toBe(4)
  mail.close()
}, 150_000)

test.skipIf(!isWhole)('a wrong setting ends the start with one sentence that names it', async () => {
  const started = start({ PORT: 'eighty' })
  expect(await started.ended).toBe(1)
  expect((await started.complaint).trim()).toMatch(/^PORT: [^\n]+$/)
})
