import { createSocket, type Socket } from 'node:dgram'

export type Relay = { port: number; through: (sdp: string) => string; dropped: () => number; close: () => void }

/** A way to `target` on 127.0.0.1 that loses packets in both directions, and delays the others. */
export async function startRelay(
  target: number,
  { lossPercent, delayMs }: { lossPercent: number; delayMs: number },
): Promise<Relay> {
  const front = createSocket('udp4')
  const backs = new Map<number, Socket>()
  let dropped = 0
  let closed = false
  const pass = (send: () => void) => {
    if (Math.random() * 100 < lossPercent) dropped++
    else if (delayMs > 0) setTimeout(() => closed || send(), delayMs)
    else send()
  }
  const backOf = (client: number): Socket => {
    const known = backs.get(client)
    if (known) return known
    const back = createSocket('udp4')
    back.on('message', (packet) => pass(() => front.send(packet, client, '127.0.0.1', () => {})))
    back.bind(0, '127.0.0.1', () => back.setRecvBufferSize(4 * 1024 ** 2))
    backs.set(client, back)
    return back
  }
  front.on('message', (packet, { port }) => pass(() => backOf(port).send(packet, target, '127.0.0.1', () => {})))
  await new Promise<void>((done) => front.bind(0, '127.0.0.1', done))
  front.setRecvBufferSize(4 * 1024 ** 2)
  const { port } = front.address()
  return {
    port,
    through: (sdp) => sdp.replaceAll(` ${target} `, ` ${port} `),
    dropped: () => dropped,
    close: () => {
      closed = true
      front.close()
      for (const back of backs.values()) back.close()
    },
  }
}
