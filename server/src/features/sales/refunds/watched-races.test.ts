import { api } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { buy } from '#test/support/sales/pay.ts'
import { useWatchedSite } from '#test/support/sales/watched-steps.ts'
import { fetchesOf } from '#test/support/video/fetch-media.ts'

const { site, purchase, videoLecture } = useWatchedSite()
const { get, addressFor } = fetchesOf(() => site.app)
const segment = (index: number) => `bytes=${1000 + index * 99_000}-${999 + (index + 1) * 99_000}`
const statusOf = async (...fetched: Parameters<typeof get>) => (await get(...fetched)).statusCode

test('a refund that races with fetches never returns money for what was fetched', async () => {
  const lectures = await Promise.all(Array.from({ length: 8 }, () => videoLecture()))
  for (let round = 0; round < 4; round++) {
    const student = await site.app.makeUser()
    await buy(student, site.course._id)
    const addresses = await Promise.all(lectures.map((lecture) => addressFor(student, lecture)))
    // fills the cache of decisions about who may watch
    expect(await statusOf(student, addresses[0] ?? '', { range: segment(0) })).toBe(206)
    const { _id } = await purchase(student)
    const fetches = addresses.flatMap((address) => [0, 1, 2].map((index) => ({ address, index })))
    const [first, others] = [fetches.slice(0, round * 8), fetches.slice(round * 8)]
    const send = ({ address, index }: (typeof fetches)[number]) => statusOf(student, address, { range: segment(index) })
    const sent = first.map(send)
    const refunding = student.call(api.orders.refund, { params: { orderId: _id } }).then(
      () => true,
      () => false,
    )
    sent.push(...others.map(send))
    const given = (await Promise.all(sent)).filter((status) => status === 206).length
    if (await refunding) expect(given).toBeLessThan(0.2 * fetches.length + 1)
    else expect(given).toBe(fetches.length)
  }
})
