import { WebSocket } from 'ws'

/** One connection of a load driver that speaks just enough of Socket.IO: far cheaper than the real client. */
export type SocketLine = {
  /** Sends an event and waits for its answer. */
  ask: (name: string, ...args: unknown[]) => Promise<unknown>
  emit: (name: string, ...args: unknown[]) => void
  close: () => void
}

/** Connects as a signed-in browser does; `received` gets every event as its text, `["name",payload]`. */
export function openSocketLine(origin: string, cookie: string, received: (text: string) => void): Promise<SocketLine> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { cookie },
    perMessageDeflate: false,
  })
  const waiting = new Map<string, (answer: unknown) => void>()
  let asked = 0
  const line: SocketLine = {
    ask: (name, ...args) =>
      new Promise((resolve) => {
        const id = String(++asked)
        waiting.set(id, resolve)
        socket.send(`42${id}${JSON.stringify([name, ...args])}`)
      }),
    emit: (name, ...args) => socket.send(`42${JSON.stringify([name, ...args])}`),
    close: () => socket.close(),
  }
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      const text = data.toString()
      if (text.startsWith('42')) received(text.slice(2))
      else if (text.startsWith('43')) {
        const from = text.indexOf('[')
        waiting.get(text.slice(2, from))?.((JSON.parse(text.slice(from)) as unknown[])[0])
        waiting.delete(text.slice(2, from))
      } else if (text === '2') socket.send('3')
      else if (text.startsWith('0')) socket.send('40')
      else if (text.startsWith('40')) resolve(line)
      else if (text.startsWith('44')) reject(new Error(`The server refused a socket: ${text}`))
    })
  })
}
