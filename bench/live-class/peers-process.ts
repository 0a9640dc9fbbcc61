import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Sender, Way } from './line.ts'
import type { Counts, Entry } from './viewer.ts'

type Place = { way: Way; bindAddress: string }
export type PeersCommand =
  | ({ do: 'open-publisher'; recording: { atMs: number; packet: string }[] } & Place)
  | { do: 'publish' | 'sent' | 'counts' }
  | ({ do: 'enter'; name: string; sender?: Sender } & Place)
  | { do: 'picture'; name: string; limitMs: number }
  | { do: 'choose'; name: string; sender: Sender }
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
  leave: undefined
}

export type PeersProcess = {
  pid: number
  run<C extends PeersCommand>(command: C): Promise<Results[C['do']]>
  stop(): void
}

/** Starts peers of node-datachannel in a process of their own: they share no thread with what is measured. */
export function startPeers(): PeersProcess {
  const child = fork(join(import.meta.dirname, 'peers.program.ts'), { execArgv: [] })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let last = 0
  child.on('message', ({ id, result, error }: { id: number; result: never; error?: string }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error !== undefined) one?.reject(new Error(error))
    else one?.resolve(result)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('a process of peers has ended'))
  })
  return {
    pid: child.pid ?? 0,
    run: (command) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        child.send({ id, command })
      }),
    stop: () => void child.kill('SIGKILL'),
  }
}
