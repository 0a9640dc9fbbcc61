import { type Client, createClient, type Fetch } from '@virtual-courses/contract'
import type { TestApp } from './create-test-app.ts'

/** A browser that keeps the cookies of its replies, as one does. */
export type TestBrowser = { call: Client; cookies: Map<string, string>; clone(): TestBrowser }

/** Opens a browser with some cookies; `address` is the client's. */
export function openBrowser(
  app: Pick<TestApp, 'server'>,
  { cookie = '', address = '127.0.0.1' }: { cookie?: string; address?: string } = {},
): TestBrowser {
  const cookies = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send: Fetch = async (path, { method, headers, body }) => {
    const answer = await app.server.inject({
      method: method as 'GET' | 'POST' | 'DELETE', // the methods of the contract
      url: path,
      remoteAddress: address,
      headers: { ...headers, cookie: header() },
      ...(typeof body === 'string' && { payload: body }),
    })
    for (const { name, value, expires } of answer.cookies) {
      if (expires && expires.getTime() <= 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode })
  }
  return { call: createClient(send), cookies, clone: () => openBrowser(app, { cookie: header(), address }) }
}
