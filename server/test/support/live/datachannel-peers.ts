import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** What a peer has seen: requests of the forwarder, and numbers of packets by m-line. */
export type PeerState = {
  connected: boolean
  trackOpen: boolean
  keyframes: number
  repeated: number[]
  came: Record<string, number[]>
}

export type PeerCommand = { peer: string } & (
  | { do: 'publish'; skip: readonly number[] }
  | { do: 'view' }
  | { do: 'take'; sdp: string; type: 'offer' | 'answer' }
  | { do: 'ask'; sequence: number }
  | { do: 'go-on' | 'state' | 'close' }
)

export type DataChannelPeers = {
  /** Sends a picture; returns the offer. `skip` leaves numbers out until they are asked for; the first packets are sent until `goOn`. */
  publish(peer: string, skip?: readonly number[]): Promise<string>
  view(peer: string): Promise<void>
  /** Takes a description; returns the answer to an offer. */
  take(peer: string, sdp: string, type: 'offer' | 'answer'): Promise<string>
  ask(peer: string, sequence: number): Promise<void>
  goOn(peer: string): Promise<void>
  state(peer: string): Promise<PeerState>
  stop(): void
}

/** Starts peers of node-datachannel in a process of their own: native objects that are collected late end the process that they are in. */
export function startDataChannelPeers(): DataChannelPeers {
  const child: ChildProcess = fork(join(import.meta.dirname, 'datachannel-peers.program.ts'), { execArgv: [] })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let last = 0
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error !== undefined) one?.reject(new Error(error))
    else one?.resolve(result)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the peers are gone'))
  })
  const run = <T>(command: PeerCommand): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      child.send({ id, command })
    })
  return {
    publish: (peer, skip = []) => run({ do: 'publish', peer, skip }),
    async view(peer) {
      await run({ do: 'view', peer })
    },
    take: (peer, sdp, type) => run({ do: 'take', peer, sdp, type }),
    async ask(peer, sequence) {
      await run({ do: 'ask', peer, sequence })
    },
    async goOn(peer) {
      await run({ do: 'go-on', peer })
    },
    state: (peer) => run({ do: 'state', peer }),
    stop: () => void child.kill('SIGKILL'),
  }
}
