import { api } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'
import { makeSeller, passTime } from '#test/support/sales/payout-world.ts'
import { refundOrder } from '../sales/refunds/refund-order.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
  await admin.call(api.admin.saveSettings, { body: { platformFeePercent: 10 } })
})
afterAll(() => app.close())

const orderOf = async (educator: TestUser): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select order_id as id from order_items
    where educator_id = ${educator.user._id}`.execute(app.deps.db)
  return rows[0]?.id ?? ''
}

describe('statements', () => {
  const csv = async ({ cookie }: TestUser, month: string) =>
    app.server.inject({ url: `/api/payouts/statements/${month}/csv`, headers: { cookie } })

  test.each([{ limit: 0 }, { limit: 1.5 }, { limit: 1000 }, { cursor: 'no page' }])(
    'and payouts refuse the page %j',
    async (query) => {
      const educator = await app.makeUser('educator')
      await expectProblem(educator.call(api.payouts.statements, { query }), 400, 'invalid_input')
      await expectProblem(educator.call(api.payouts.list, { query }), 400, 'invalid_input')
    },
  )

  test.each(['2026-13', '2026', 'x', '2026-11-01'])('refuse the month %s', async (month) => {
    const { cookie } = await app.makeUser('educator')
    for (const kind of ['csv', 'pdf']) {
      const answer = await app.server.inject({ url: `/api/payouts/statements/${month}/${kind}`, headers: { cookie } })
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    }
  })

  test('have a row for each entry, and contain no spreadsheet formulas', async () => {
    const educator = await app.makeUser('educator')
    const title = '=HYPERLINK("http://x","y"), and more'
    await buy(await app.makeUser(), (await makeCourse(educator, { price: 99.99, title }))._id)
    const orderId = await orderOf(educator)
    const { months } = await educator.call(api.payouts.statements, { query: {} })
    const answer = await csv(educator, months[0]?.month ?? '')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="statement-${months[0]?.month}.csv"`,
      'cache-control': 'private, no-store',
    })
    const pdf = await app.server.inject({
      url: `/api/payouts/statements/${months[0]?.month}/pdf`,
      headers: { cookie: educator.cookie },
    })
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    const [head, opening, sale, closing, end] = answer.body.split('\r\n')
    expect(head).toBe('\ufeffDate,Entry,Order or payout,Courses,Amount (INR),Balance (INR)')
    expect(opening).toBe(',Opening balance,,,,0')
    expect(sale).toContain(`,Sale,${orderId},"'=HYPERLINK(""http://x"",""y""), and more",89.99,89.99`)
    expect([closing, end]).toEqual([',Closing balance,,,,89.99', ''])
    await refundOrder(app.deps, { id: admin.user._id }, orderId, { amount: null, note: '' })
    expect((await csv(educator, months[0]?.month ?? '')).body).toMatch(
      /,Refund,.*,-89\.99,0\r\n,Closing balance,,,,0\r\n$/,
    )
  })

  test('are in the language of the person who downloads them; amounts and order ids are unchanged', async () => {
    const educator = await app.makeUser('educator')
    await buy(await app.makeUser(), (await makeCourse(educator, { price: 99.99, title: 'Joins' }))._id)
    const { months } = await educator.call(api.payouts.statements, { query: {} })
    const get = (kind: string) =>
      app.server.inject({
        url: `/api/payouts/statements/${months[0]?.month}/${kind}`,
        headers: { cookie: educator.cookie, 'x-language': 'hi' },
      })
    const [head = '', opening, sale, closing] = (await get('csv')).body.split('\r\n')
    expect(head.split(',')).toHaveLength(6)
    for (const title of [...head.split(','), opening, sale, closing]) expect(title).toMatch(/[\u0900-\u097f]/)
    expect(sale).toContain(`,${await orderOf(educator)},Joins,89.99,89.99`)
    const pdf = await getDocumentProxy(new Uint8Array((await get('pdf')).rawPayload))
    const { text } = await extractText(pdf, { mergePages: true })
    for (const part of [/[\u0900-\u097f]/, /Joins/, /₹99\.99/]) expect(text).toMatch(part)
    expect(text).not.toMatch(/balance|\{/i)
  })

  test('of a month without entries are empty; those of a month that has not begun are not found', async () => {
    const educator = await app.makeUser('educator')
    expect((await csv(educator, '2025-01')).body.split('\r\n')).toHaveLength(4)
    expect((await educator.call(api.payouts.statements, { query: {} })).months).toEqual([])
    for (const [month, status] of [
      ['2999-01', 404],
      ['2026-13', 400],
      ['0000-01', 400],
      ['x', 400],
      ["2026-01' or 1=1 --", 400],
    ] as const)
      expect([month, (await csv(educator, encodeURIComponent(month))).statusCode]).toEqual([month, status])
  })

  test('are listed month by month, page after page', async () => {
    const educator = await makeSeller(app, [1000])
    for (let month = 0; month < 3; month++) {
      await passTime(app, 31)
      await buy(await app.makeUser(), (await makeCourse(educator, { price: 200 }))._id)
    }
    const first = await educator.call(api.payouts.statements, { query: { limit: 2 } })
    const rest = await educator.call(api.payouts.statements, { query: { limit: 2, cursor: first.next ?? '' } })
    const months = [...first.months, ...rest.months]
    expect(months).toHaveLength(4)
    months.reduce((later, earlier) => {
      expect(later.opening).toBe(earlier.closing)
      return earlier
    })
    expect(months.map(({ closing }) => closing)).toEqual([1440, 1260, 1080, 900])
  })
})
