import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProviderFault } from '#adapters/payments/conformance.ts'

type Reply = { status: number; body: unknown }
type Item = Record<string, unknown>

const other = (item: Item): Item => ({
  ...item,
  id: 'pay_of_someone_else',
  amount: Number(item.amount) + 100,
  ...('payment_id' in item && { payment_id: 'pay_of_someone_else' }),
  ...('order_id' in item && { order_id: 'order_of_someone_else' }),
})

/** What was asked for, about something else. */
const wrongReply = ({ status, body }: Reply): Reply => {
  const { items, ...rest } = (body ?? {}) as Item & { items?: Item[] } // an entity or a collection of them
  return { status, body: items ? { ...rest, items: items.map(other) } : other(rest) }
}

const json = { 'content-type': 'application/json' }

/** Answers in a wrong way; false where the usual answer is right for this fault. */
export function answerWrongly(
  fault: ProviderFault,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): boolean {
  switch (fault) {
    case 'slow':
      return true
    case 'error':
      response.writeHead(502, json).end('{}')
      return true
    case 'nonsense':
      response.writeHead(200, json).end('{"nothing":true}')
      return true
    case 'wrong': {
      const { status, body } = wrongReply(reply)
      response.writeHead(status, json).end(JSON.stringify(body))
      return true
    }
    case 'drip': {
      // the length says that more comes, and each byte keeps the connection busy
      response.writeHead(200, { ...json, 'content-length': 1_000_000 })
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
      return true
    }
    case 'huge': {
      response.writeHead(200, json)
      const block = Buffer.alloc(1_000_000, 32)
      const more = (): void => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', more)
      more()
      return true
    }
    case 'endless': {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
      const skip = Number(searchParams.get('skip') ?? 0)
      if (request.method !== 'GET' || !searchParams.has('count')) return false
      const items = endlessItems(pathname, skip, Number(searchParams.get('count')))
      response.writeHead(200, json).end(JSON.stringify({ entity: 'collection', count: items.length, items }))
      return true
    }
  }
}

function endlessItems(path: string, skip: number, count: number): Item[] {
  const paymentId = path.split('/')[3] ?? ''
  const numbered = Array.from({ length: count }, (_, index) => skip + index)
  return numbered.map((number): Item => {
    const money = { amount: 100, currency: 'INR', created_at: 1 }
    if (path.endsWith('/refunds'))
      return { ...money, id: `rfnd_${number}`, payment_id: paymentId, status: 'processed', receipt: null }
    if (path.endsWith('/disputes'))
      return { ...money, id: `disp_${number}`, payment_id: `pay_${number}`, status: 'open', phase: 'fraud' }
    if (path.includes('/settlements')) {
      const settled = { settlement_id: 'setl_endless', settled_at: 1, order_id: null }
      return { entity_id: `pay_${number}`, type: 'payment', credit: 98, debit: 0, amount: 100, fee: 2, ...settled }
    }
    return { ...money, id: `pay_${number}`, order_id: `order_${number}`, status: 'failed' }
  })
}
