import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { test as everywhere, expect, inject, onTestFinished } from 'vitest'
import { nameOfStatement, nameStatement } from '#core/named-statements.ts'
import { transact } from '#core/transact.ts'
import { openTestDatabase } from '../../test/support/services/test-database.ts'
import { openDatabase } from './open-database.ts'

// the connections of the embedded database share one session, and nothing is named there
const test = everywhere.skipIf(inject('template').engine === 'embedded')

async function open(namesStatements: boolean) {
  const source = await openTestDatabase()
  const database = openDatabase({ ...source.settings, max: 1, namesStatements }, () => {})
  onTestFinished(async () => {
    await database.close()
    await source.close()
  })
  return database
}

const isPrepared = async (db: Awaited<ReturnType<typeof open>>['db'], text: string): Promise<boolean> =>
  (await sql`select from pg_prepared_statements where statement = ${text}`.execute(db)).rows.length === 1

test('a named statement is prepared once for a connection, others are not', async () => {
  const { db } = await open(true)
  const [named, other] = [randomUUID(), randomUUID()].map((id) => `select $1::text as value, '${id}' as id`)
  nameStatement(named ?? '')
  const run = async (text = '', value: string) => (await db.executeQuery(CompiledQuery.raw(text, [value]))).rows
  for (const value of ['one', 'two', 'three'])
    for (const text of [named, other]) expect(await run(text, value)).toMatchObject([{ value }])
  await transact(db, async (tx) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(named ?? '', ['four']))
    expect(rows).toMatchObject([{ value: 'four' }])
  })
  expect([await isPrepared(db, named ?? ''), await isPrepared(db, other ?? '')]).toEqual([true, false])
})

test('a named statement still runs after an error, and after a column was added to its table', async () => {
  const { db } = await open(true)
  const text = `select title, 10 / $1::int as share from courses where id <> '${randomUUID()}' or $1::int = 0 limit 1`
  nameStatement(text)
  const run = (value: number) => db.executeQuery(CompiledQuery.raw(text, [value]))
  await expect(run('x' as unknown as number)).rejects.toThrow('invalid input syntax')
  expect((await run(5)).rows).toEqual([])
  await sql`alter table courses add column later int`.execute(db)
  expect((await run(5)).rows).toEqual([])
})

test('behind a pooler nothing is prepared', async () => {
  const { db } = await open(false)
  const text = `select '${randomUUID()}' as id`
  nameStatement(text)
  expect((await db.executeQuery(CompiledQuery.raw(text, []))).rows).toHaveLength(1)
  expect(await isPrepared(db, text)).toBe(false)
})

everywhere('texts that requests shape use up their own names only', () => {
  const texts = Array.from({ length: 60 }, () => `select '${randomUUID()}'`)
  for (const text of texts) nameStatement(text, { varies: true })
  expect(texts.filter((text) => nameOfStatement(text) !== undefined).length).toBeLessThanOrEqual(50)
  const own = `select '${randomUUID()}'`
  nameStatement(own)
  expect(nameOfStatement(own)).toBeDefined()
})
