import { join } from 'node:path'
import { startCommands } from '../services/command-process.ts'

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
  const { run, stop } = startCommands<PeerCommand>(join(import.meta.dirname, 'datachannel-peers.program.ts'))
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
    stop,
  }
}
