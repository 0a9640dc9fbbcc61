import { setTimeout as sleep } from 'node:timers/promises'
import { event, notificationEvents } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type OpenDatabase, openDatabase } from '#db/open-database.ts'
import { listenToPostgres, type PostgresListener } from '#realtime/postgres-listener.ts'
import { delayNextCommit } from '#test/support/database/delay-commits.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/services/test-database.ts'
import { transact } from '../transact.ts'
import { maxBroadcastBytes, publish, receiveBroadcast } from './broadcast.ts'
import { receivesFromOthers } from './cache-invalidation.ts'
import { defineTopic, subscribe, toProcesses } from './topics.ts'
import { onPublishedToUsers, toUsers } from './user-channel.ts'

const quiet = () => {}
const listenerName = 'broadcast-test-listener'

let source: TestDatabase
let here: OpenDatabase
/** a second process; on the embedded database, which serves one alone, there is none */
let there: OpenDatabase | undefined
const listeners: PostgresListener[] = []

const topicOf = (name: string) => defineTopic({ name, message: z.unknown() })
const say = (name: string, message: unknown) => toProcesses(topicOf(name), message)

const until = async (done: () => boolean) => {
  for (let attempt = 0; attempt < 400 && !done(); attempt++) await sleep(25)
  expect(done()).toBe(true)
}

beforeAll(async () => {
  source = await openTestDatabase()
  here = openDatabase(source.settings, quiet)
  if (!source.url) return
  there = openDatabase({ connectionString: source.url, max: 2 }, quiet)
  const named = { connectionString: source.url, application_name: listenerName }
  listeners.push(listenToPostgres(here.db, { connectionString: source.url }, quiet))
  listeners.push(listenToPostgres(there.db, named, quiet, { pollMs: 200 }))
  const other = there.db
  await until(() => receivesFromOthers(here.db) && receivesFromOthers(other))
})
afterAll(async () => {
  for (const listener of listeners) await listener.close()
  await there?.close()
  await here.close()
  await source.close()
})

/** What both processes receive on a topic; `everywhere` waits until both have received a number of messages. */
function record(topic: string) {
  const received = { here: [] as unknown[], there: [] as unknown[] }
  subscribe(here.db, topicOf(topic), (message) => received.here.push(message))
  if (there) subscribe(there.db, topicOf(topic), (message) => received.there.push(message))
  return received
}

test('each process receives a message once, when its transaction commits', async () => {
  const received = record('events')
  await transact(here.db, async (tx) => {
    tx.publish(say('events', { text: '₹ “Zoë”' }))
    expect(received.here).toEqual([])
  })
  await publish(here.db, say('events', 'second'))
  const both = [{ text: '₹ “Zoë”' }, 'second']
  expect(received.here).toEqual(both)
  if (!there) return
  await until(() => received.there.length === 2)
  // What this process said comes back to it before what the other one says now.
  await publish(there.db, say('events', 'third'))
  await until(() => received.here.length === 3)
  expect(received.here).toEqual([...both, 'third'])
  expect(received.there).toEqual([...both, 'third'])
})

test('all processes receive messages in the order of the commits, whatever the order of the replies', async ({
  skip,
}) => {
  skip(!there, 'one connection answers in order')
  const received = record('in order')
  const held = delayNextCommit(here.db)
  const first = transact(here.db, async (tx) => tx.publish(say('in order', 1), () => received.here.push('before 1')))
  await held.committed
  await transact(here.db, async (tx) => tx.publish(say('in order', 2)))
  held.release()
  await first
  expect(received.here).toEqual(['before 1', 1, 2])
  await until(() => received.there.length === 2)
  expect(received.there).toEqual([1, 2])
})

test('messages that do not come back are delivered all the same, once', async ({ skip }) => {
  skip(!source.url, 'one connection answers in order')
  const connectionString = source.url ?? ''
  const alone = openDatabase({ connectionString, max: 2 }, quiet)
  const listener = listenToPostgres(alone.db, { connectionString }, quiet)
  const received: unknown[] = []
  subscribe(alone.db, topicOf('alone'), (message) => received.push(message))
  await until(() => receivesFromOthers(alone.db))
  for (const message of [1, 2]) await publish(alone.db, say('alone', message))
  // as behind a pooler that shares connections between transactions
  await listener.listen('broadcast', quiet, quiet)
  for (const message of [3, 4]) await transact(alone.db, async (tx) => tx.publish(say('alone', message)))
  await listener.close()
  await publish(alone.db, say('alone', 5))
  await alone.close()
  expect(received).toEqual([1, 2, 3, 4, 5])
})

test('rolled back messages are not received', async () => {
  const received = record('lost')
  await expect(
    transact(here.db, async (tx) => {
      tx.publish(say('lost', 1))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await publish(here.db, say('lost', 2))
  if (there) await until(() => received.there.length === 1)
  expect([...received.here, ...received.there]).toEqual(there ? [2, 2] : [2])
})

test('a message that is too long is refused, strangers and nonsense are ignored', async () => {
  const received = record('odd')
  expect(() => say('odd', 'x'.repeat(maxBroadcastBytes))).toThrow(/too long/)
  for (const payload of ['', 'catalogue 5', '{}', '[]', '{"from":1,"topic":"odd","message":1}', 'null']) {
    receiveBroadcast(here.db, payload)
    await sql`select pg_notify('broadcast', ${payload})`.execute(here.db)
  }
  receiveBroadcast(here.db, JSON.stringify({ from: 'a stranger', topic: 'odd', message: 1 }))
  expect(received.here).toEqual([1])
})

test('a lost connection is reopened and listens to all channels again', async ({ skip }) => {
  if (!there) return skip('the embedded database serves one process')
  const other = there.db
  const received = record('again')
  let extra = 0
  let returns = 0
  await listeners[1]?.listen(
    'extra',
    () => extra++,
    () => returns++,
  )
  await sql`select pg_notify('extra', 'x')`.execute(here.db)
  await until(() => extra === 1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${listenerName}`.execute(
    here.db,
  )
  await until(() => !receivesFromOthers(other))
  await until(() => receivesFromOthers(other))
  await publish(here.db, say('again', 'back'))
  await sql`select pg_notify('extra', 'y')`.execute(here.db)
  await until(() => extra === 2 && received.there.length === 1)
  expect(returns).toBe(1)
})

const hello = event({
  name: 'hello',
  summary: 'Greets',
  payload: z.object({ greeting: z.string(), name: z.string() }),
})

test('users get shared and own fields, in as many messages as necessary', async () => {
  const received: [string, string, object][] = []
  const receivedThere: string[] = []
  onPublishedToUsers(here.db, (...one) => received.push(one))
  if (there) onPublishedToUsers(there.db, (userId) => receivedThere.push(userId))
  const users = Array.from({ length: 500 }, (_, index) => ({ userId: `user ${index}`, own: { name: `Name ${index}` } }))
  await transact(here.db, async (tx) => tx.publish(toUsers(hello, { greeting: 'नमस्ते' }, users)))
  expect(received).toHaveLength(500)
  expect(received[499]).toEqual(['user 499', 'hello', { greeting: 'नमस्ते', name: 'Name 499' }])
  if (there) await until(() => receivedThere.length === 500)
  await publish(here.db, toUsers(notificationEvents.read, { ids: 'all', unreadCount: 0 }, []))
  await publish(here.db, say('users', { event: 5 }))
  expect(received).toHaveLength(500)
})

const long = defineTopic({ name: 'long', message: z.unknown(), long: true })

test('each process receives a long message complete and once, whatever it contains', async () => {
  const received = { here: [] as unknown[], there: [] as unknown[] }
  subscribe(here.db, long, (message) => received.here.push(message))
  if (there) subscribe(there.db, long, (message) => received.there.push(message))
  const messages = [{ text: '₹ “Zoë” \n'.repeat(8000) }, 'short', { text: '👩🏽‍🏫'.repeat(3000), more: [null, 1] }]
  await Promise.all(messages.map((message) => publish(here.db, toProcesses(long, message))))
  await until(() => received.here.length === 3 && (!there || received.there.length === 3))
  for (const all of there ? [received.here, received.there] : [received.here])
    expect(all).toEqual(expect.arrayContaining(messages))
  await publish(here.db, say('long in parts', { id: 'x', index: 0, count: 100_000, data: '' }))
  await publish(here.db, say('long in parts', 'nonsense'))
  expect(received.here).toHaveLength(3)
})
