import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import type { Server } from './child.ts'
import { idOf, insertRows, size } from './dataset.ts'
import type { Environment } from './environment.ts'
import { fillOurDatabase } from './our-database.ts'
import { startOurServer } from './our-server.ts'

export type LiveClass = {
  server: Server
  databasePid: number
  lectureId: string
  /** session cookies: the educator's first, then those of students who are enrolled */
  cookies: string[]
}

/** A server of its own that lets `people` into one live room, and as many who may enter it, signed in. */
export async function openLiveClass(
  environment: Environment,
  name: string,
  people: number,
  settings: Record<string, string> = {},
): Promise<LiveClass> {
  const cluster = await environment.cluster()
  const databaseUrl = await cluster.createDatabase(name)
  const env = { LIVE_MAX_PEOPLE: String(people), ...settings }
  const server = await startOurServer({ folder: environment.folderFor(name), databaseUrl, profile: false, env })
  try {
    await fillOurDatabase({ connectionString: databaseUrl }, await environment.passwordHash())
    const client = new Client(databaseUrl)
    await client.connect()
    try {
      return {
        server,
        databasePid: cluster.pid,
        lectureId: idOf('lectures', 0),
        cookies: await signEveryoneIn(client, people),
      }
    } finally {
      await client.end()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Course 0 is the educator's who is user 0. Sessions are written as a login writes them: a thousand logins are not the job. */
async function signEveryoneIn(client: Client, people: number): Promise<string[]> {
  const users = [0, ...Array.from({ length: people - 1 }, (_, student) => size.creators + student)]
  const now = new Date().toISOString()
  const tokens = users.map(() => randomBytes(32).toString('base64url'))
  await insertRows(
    client,
    'sessions',
    users.map((user, at) => ({
      id: `bench-session-${user}`,
      token_hash: `\\x${createHash('sha256')
        .update(tokens[at] ?? '')
        .digest('hex')}`,
      user_id: idOf('users', user),
      user_agent: 'bench',
      created_at: now,
      renewed_at: now,
      expires_at: new Date(Date.now() + 24 * 3600_000).toISOString(),
    })),
  )
  await client.query('delete from enrolments where course_id = $1', [idOf('courses', 0)])
  await insertRows(
    client,
    'enrolments',
    users.slice(1).map((user) => ({
      user_id: idOf('users', user),
      course_id: idOf('courses', 0),
      order_id: null,
      amount_paise: 0,
      created_at: now,
    })),
  )
  return tokens.map((token) => `__Host-vc_session=${token}`)
}
