import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { english, speak } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { checkLedger, checkSome, findLastCheck, ledgerJobs, sayCheck } from './check-ledger.ts'
import { walks } from './check-rules.ts'
import { post } from './post.ts'
import { balanceOf, findEducatorBalance } from './queries.ts'
import {
  distribute,
  feeOf,
  gstBack,
  type Part,
  type Posting,
  refundRequestedOf,
  saleOf,
  settlementOf,
} from './rules.ts'

const zone = 'Asia/Kolkata'
const at = new Date('2026-11-23T10:00:00Z')

test('what a check found is said in Hindi, with what it is about', () => {
  const problems = walks.flatMap(({ rules }) => rules.map(({ sentence }) => english(sentence('subject-7'))))
  const check = { balanced: false, problems, checkedAt: at.toISOString() }
  expect(sayCheck(check, english)).toEqual(check)
  for (const problem of sayCheck(check, speak('hi')).problems) expect(problem).toMatch(/[\u0900-\u097f]/)
  for (const problem of sayCheck(check, speak('hi')).problems) expect(problem).toContain('subject-7')
})

describe('the rules of the ledger', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 100_000_000 }), { minLength: 1, maxLength: 20 })

  test('an amount is distributed to the last paisa, and to none more than is left of it', () => {
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (left, share) => {
        const total = left.reduce((sum, one) => sum + one, 0)
        const amount = Math.floor(total * share)
        const parts = distribute(amount, left)
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(amount)
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(left[index] ?? 0)
        }
      }),
    )
    expect(() => distribute(3, [1, 1])).toThrow(RangeError)
    expect(() => distribute(-1, [1, 1])).toThrow(RangeError)
  })

  test('refunds in any parts take tax, fee and share back to the paisa', () => {
    const item = fc
      .tuple(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 28 }),
        fc.integer({ min: 0, max: 9000 }),
      )
      .map(([amount, rate, percent]) => {
        const gst = Math.floor((amount * rate) / (100 + rate))
        return { amount, gst, fee: feeOf(amount, gst, percent / 100) }
      })
    const order = fc.tuple(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
    )
    fc.assert(
      fc.property(order, ([splits, shares]) => {
        const parts: Part[] = splits.map((split) => ({ ...split, educatorId: 'e', refunded: 0, gstRefunded: 0 }))
        const sums = new Map<string, number>()
        const add = ({ entries }: Posting) => {
          expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
          for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + amount)
        }
        add(saleOf({ orderId: 'o', parts: splits, educators: splits.map(() => 'e'), at, availableAt: at }))
        for (const share of [...shares, 1]) {
          const left = parts.map(({ amount, refunded }) => amount - refunded)
          const back = distribute(Math.floor(left.reduce((sum, one) => sum + one, 0) * share), left)
          const taxes = parts.map((part, index) => gstBack(part, back[index] ?? 0, undefined))
          add(refundRequestedOf('r', { orderId: 'o', at, parts, amounts: back, taxes }))
          for (const [index, part] of parts.entries()) {
            part.refunded += back[index] ?? 0
            part.gstRefunded += taxes[index] ?? 0
          }
        }
        for (const account of ['gst_payable', 'platform_fee', 'educator_payable']) expect(sums.get(account)).toBe(0)
        expect((sums.get('refunds') ?? 0) + (sums.get('provider_clearing') ?? 0)).toBe(0)
      }),
    )
  })

  test.each([
    [10_000, 0, 10, 1000],
    [11_800, 1800, 10, 1000],
    [99, 0, 12.5, 12],
    [1, 0, 90, 1],
    [50_000, 0, 0, 0],
  ])('of %i paise with %i of tax a platform that takes %d %% keeps %i', (amount, gst, percent, fee) => {
    expect(feeOf(amount, gst, percent)).toBe(fee)
  })
})

describe('the ledger in the database', () => {
  let app: TestApp
  let educator: string
  beforeAll(async () => {
    app = await createTestApp({ config: paymentKeys })
    educator = (await app.makeUser('educator')).user._id
  })
  afterAll(() => app.close())
  const run = (...postings: Posting[]) =>
    transact(app.deps.db, (tx) => post(tx, { config: { TIME_ZONE: zone } }, postings))
  const bought = (key: string, amount: number): Posting => ({
    key,
    kind: 'sale',
    at,
    entries: [
      { account: 'provider_clearing', amount },
      { account: 'educator_payable', party: educator, amount: -amount, availableAt: new Date(at.getTime() + 1000) },
    ],
  })
  const execute = (statement: string) => sql.raw(statement).execute(app.deps.db)

  test('posts what happened once, however often and by how many it is posted', async () => {
    const before = await balanceOf(app.deps.db, 'provider_clearing')
    const posted = await Promise.all(Array.from({ length: 20 }, () => run(bought('once', 700))))
    expect(posted.filter((keys) => keys.has('once'))).toHaveLength(1)
    expect((await balanceOf(app.deps.db, 'provider_clearing')) - before).toBe(700)
  })

  test('tells what of an educator is held at a time', async () => {
    const balance = (ms: number) => findEducatorBalance(app.deps.db, educator, new Date(at.getTime() + ms))
    const { owed } = await balance(0)
    expect(await balance(0)).toEqual({ owed, held: owed, payable: 0 })
    expect(await balance(1000)).toEqual({ owed, held: 0, payable: owed })
  })

  test('puts entries into the month of the zone', async () => {
    // half past midnight of the first of December in Kolkata
    await run({ ...settlementOf('month', 5, new Date('2026-11-30T19:00:00Z')) })
    const { rows } = await sql<{ month: string }>`select distinct month from ledger_entries
      join ledger_transactions on ledger_transactions.id = transaction_id where key = 'settlement:month'`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([{ month: '2026-12' }])
  })

  test('refuses what does not balance, before and in the database', async () => {
    const wrong = { ...bought('wrong', 100), entries: [{ account: 'bank' as const, amount: 1 }] }
    await expect(run(wrong)).rejects.toThrow('does not balance')
    await expect(
      transact(app.deps.db, async (tx) => {
        await sql`with made as (insert into ledger_transactions (key, kind, at) values ('forged', 'sale', now()) returning id)
          insert into ledger_entries (transaction_id, account, amount_paise, month, at)
          select id, 'bank', 5, '2026-11', now() from made`.execute(tx)
      }),
    ).rejects.toThrow('The ledger transaction forged does not balance')
    await expect(
      execute(`insert into ledger_transactions (key, kind, at) values ('empty', 'sale', now())`),
    ).rejects.toThrow('does not balance')
  })

  test('is append-only, and a transaction gets no entries later', async () => {
    await run(bought('kept', 10))
    for (const statement of [
      'update ledger_entries set amount_paise = amount_paise * 2',
      'delete from ledger_entries',
      'truncate ledger_entries',
      `update ledger_transactions set key = 'other'`,
      'delete from ledger_transactions',
    ])
      await expect(execute(statement), statement).rejects.toThrow('append-only')
    await expect(
      execute(`insert into ledger_entries (transaction_id, account, amount_paise, month, at)
        select id, account, amount, '2026-11', now() from ledger_transactions, (values ('bank', 5), ('payouts', -5)) as one (account, amount)
        where key = 'kept'`),
    ).rejects.toThrow('Entries join only a new ledger transaction')
  })

  test('postings of many at once neither block each other for ever nor lose a paisa', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => app.makeUser('educator')))
    const before = await balanceOf(app.deps.db, 'provider_clearing')
    const some = others.flatMap(({ user }, index) =>
      Array.from({ length: 20 }, (_, count) => {
        const entries = [
          { account: 'educator_payable' as const, party: user._id, amount: -3 },
          { account: 'educator_payable' as const, party: others[(index + 1) % 3]?.user._id ?? '', amount: -4 },
          { account: 'provider_clearing' as const, amount: 7 },
        ]
        return run({
          key: `many ${index} ${count}`,
          kind: 'sale',
          at,
          entries: count % 2 ? entries : entries.toReversed(),
        })
      }),
    )
    await Promise.all(some)
    expect((await balanceOf(app.deps.db, 'provider_clearing')) - before).toBe(60 * 7)
    expect(await balanceOf(app.deps.db, 'educator_payable', others[0]?.user._id)).toBe(-140)
  })

  test('is checked by a job, which names what is wrong', async () => {
    const [job] = ledgerJobs(app.deps)
    await job?.run({})
    expect((await findLastCheck(app.deps.db))?.balanced).toBe(true)
    await execute(`update ledger_balances set amount_paise = amount_paise + 1 where account = 'bank'`)
    await job?.run({})
    const found = await findLastCheck(app.deps.db)
    expect([found?.balanced, found?.problems]).toEqual([
      false,
      ['The balance of bank 2026-12 is not the sum of its entries.'],
    ])
    expect(app.logged.map(({ msg }) => msg)).toContain('the ledger is not right')
    await execute(`update ledger_balances set amount_paise = amount_paise - 1 where account = 'bank'`)
    expect((await checkLedger(app.deps.db, at)).balanced).toBe(true)
  })

  test('is checked in steps that go on where the last one stopped, and says at once what is wrong', async () => {
    const { deps } = app
    const figure = async () => {
      const rows = await deps.db
        .selectFrom('site_figures')
        .selectAll()
        .where('name', '=', 'ledger-check-progress')
        .execute()
      return rows[0]?.value as { walk: number; after: string; steps: number } | undefined // written by the check
    }
    const next = async () => {
      const { rows } = await sql`delete from jobs.job where name = 'check-ledger-on' returning id`.execute(deps.db)
      return rows.length
    }
    await execute(`update ledger_balances set amount_paise = amount_paise + 1 where account = 'bank'`)
    await next()
    const places: string[] = []
    let reportedAt: number | undefined
    for (let jobs = 0; jobs < 1000; jobs++) {
      // a job whose time is over after one step
      await checkSome(deps, 0)
      const progress = await figure()
      if (!progress) break
      expect(await next()).toBe(1)
      places.push(`${progress.walk} ${progress.after}`)
      const last = await findLastCheck(deps.db)
      if (last?.balanced === false) reportedAt ??= jobs
      // while another job is at it the hourly one leaves it alone
      if (jobs === 2) await ledgerJobs(deps)[0]?.run({})
      if (jobs === 2) expect(await figure()).toEqual(progress)
    }
    expect(new Set(places).size).toBe(places.length)
    expect(places.length).toBeGreaterThan(10)
    expect(reportedAt).toBeLessThan(places.length / 2)
    expect(await next()).toBe(0)
    await execute(`update ledger_balances set amount_paise = amount_paise - 1 where account = 'bank'`)
    await checkSome(deps)
    expect((await findLastCheck(deps.db))?.balanced).toBe(true)
  })

  test('is compared with what is kept for each educator', async () => {
    const teacher = await app.makeUser('educator')
    const course = await makeCourse(teacher)
    await buy(await app.makeUser(), course._id)
    const problems = async () => (await checkLedger(app.deps.db, at)).problems
    expect(await problems()).toEqual([])
    const { _id } = teacher.user
    for (const [statement, undo, problem] of [
      [
        `update educator_balances set owed_paise = owed_paise + 1 where educator_id = '${_id}'`,
        `update educator_balances set owed_paise = owed_paise - 1 where educator_id = '${_id}'`,
        `The balance of the educator ${_id} is not the sum of their months, or what is held is not.`,
      ],
      [
        `update educator_held set amount_paise = amount_paise + 1 where educator_id = '${_id}'`,
        `update educator_held set amount_paise = amount_paise - 1 where educator_id = '${_id}'`,
        `The balance of the educator ${_id} is not the sum of their months, or what is held is not.`,
      ],
      [
        `insert into sales_changes (educator_id, course_id, at, revenue_paise) values ('${_id}', '${course._id}', now(), 7)`,
        'delete from sales_changes where revenue_paise = 7',
        `The sums of what the educator ${_id} sold are not those of their sales.`,
      ],
    ] as const) {
      await execute(statement)
      expect(await problems()).toContain(problem)
      await execute(undo)
    }
    expect(await problems()).toEqual([])
  })

  test('is compared with documents and enrolments too', async () => {
    const course = await makeCourse(await app.makeUser('educator'))
    const student = await app.makeUser()
    await buy(student, course._id)
    const problems = async () => (await checkLedger(app.deps.db, at)).problems
    expect(await problems()).toEqual([])
    const { id } = await app.deps.db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', student.user._id)
      .executeTakeFirstOrThrow()
    for (const [statement, undo, problem] of [
      [
        `update enrolments set order_id = null where order_id = '${id}'`,
        `update enrolments set order_id = '${id}' where user_id = '${student.user._id}'`,
        `The enrolments of the order ${id} are not what it sold.`,
      ],
      [
        `update order_items set gst_paise = 10, gst_refunded_paise = 10 where order_id = '${id}'`,
        `update order_items set gst_paise = 0, gst_refunded_paise = 0 where order_id = '${id}'`,
        `The credit notes of the order ${id} are not what went back of it.`,
      ],
      [
        'update invoice_counters set last = last + 1',
        'update invoice_counters set last = last - 1',
        expect.stringMatching(/^The numbers of documents have gaps: VC.* receipt\.$/),
      ],
    ] as const) {
      await execute(statement)
      expect(await problems()).toEqual([problem])
      await execute(undo)
    }
    await execute(`update orders set refunded_paise = 100 where id = '${id}'`)
    expect(await problems()).toContain(`The credit notes of the order ${id} are not what went back of it.`)
    await execute(`update orders set refunded_paise = 0 where id = '${id}'`)
  })

  test('a step that fails is tried again by the next job, not the ones before it', async () => {
    const { deps } = app
    await execute('alter table disputes rename to disputes_away')
    await expect(checkSome(deps)).rejects.toThrow('disputes')
    const { rows } = await sql<{ steps: number }>`
      select (value->>'steps')::int as steps from site_figures where name = 'ledger-check-progress'`.execute(deps.db)
    expect(rows[0]?.steps).toBeGreaterThan(2)
    await execute('alter table disputes_away rename to disputes')
    // the job that was killed has saved nothing for a while
    app.clock.ms += 20 * 60_000
    await ledgerJobs(deps)[0]?.run({})
    expect((await findLastCheck(deps.db))?.balanced).toBe(true)
  })
})
