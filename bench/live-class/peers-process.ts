import { join } from 'node:path'
import { startCommands } from '../../server/test/support/services/command-process.ts'
import type { Sender, Way } from './line.ts'
import type { Counts, Entry } from './viewer.ts'

type Place = { way: Way; bindAddress: string }
export type PeersCommand =
  | ({ do: 'open-publisher'; recording: { atMs: number; packet: string }[] } & Place)
  | { do: 'publish' | 'sent' | 'counts' }
  | ({ do: 'enter'; name: string; sender?: Sender } & Place)
  | { do: 'picture'; name: string; limitMs: number }
  | { do: 'choose'; name: string; sender: Sender }
  | { do: 'act'; name: string; event: string; fields: object }
  | { do: 'leave'; name: string }

/** What a command returns. */
type Results = {
  'open-publisher': undefined
  publish: Sender
  sent: number
  counts: Counts[]
  enter: undefined
  picture: Entry
  choose: number
  act: undefined
  leave: undefined
}

export type PeersProcess = {
  pid: number
  run<C extends PeersCommand>(command: C): Promise<Results[C['do']]>
  stop(): void
}

/** Starts peers of node-datachannel in a process of their own: they share no thread with what is measured. */
export const startPeers = (): PeersProcess => startCommands<PeersCommand>(join(import.meta.dirname, 'peers.program.ts'))
