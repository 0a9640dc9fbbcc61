import type { ServerResponse } from 'node:http'
import type { ProviderFault } from '#adapters/payments/conformance-provider.ts'

type Reply = { status: number; body: unknown }
export type Item = Record<string, unknown>

/** The ids of someone else, under the names that providers give to what an item belongs to. */
const others = {
  id: 'of_someone_else',
  payment_id: 'pay_other',
  order_id: 'order_other',
  charge: 'ch_other',
  payment_intent: 'pi_other',
}

const other = (item: Item): Item => ({
  ...item,
  ...Object.fromEntries(Object.entries(others).filter(([name]) => name in item)),
  amount: Number(item.amount) + 100,
})

/** What was asked for, about something else. */
const wrongReply = ({ status, body }: Reply): Reply => {
  const entity = (body ?? {}) as Item // a fake replies with objects
  const name = ['items', 'data'].find((one) => Array.isArray(entity[one]))
  if (name === undefined) return { status, body: other(entity) }
  const items = entity[name] as Item[] // a list is of items
  return { status, body: { ...entity, [name]: items.map(other) } }
}

const json = { 'content-type': 'application/json' }

/**
 * Answers in a wrong way; false where the usual answer is right for this fault. `endlessPage` is a full page of a list that goes on for
 * ever, undefined for calls of no such list.
 */
export function answerWrongly(
  fault: ProviderFault,
  response: ServerResponse,
  reply: Reply,
  endlessPage: () => unknown,
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
      const page = endlessPage()
      if (page === undefined) return false
      response.writeHead(200, json).end(JSON.stringify(page))
      return true
    }
  }
}
