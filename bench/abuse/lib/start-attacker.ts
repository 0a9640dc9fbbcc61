import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Tally } from './attack.ts'
import type { Order, Report } from './attacker.ts'

export type Attacker = {
  /** It ends by itself after `seconds` unless it is stopped. */
  start: (seconds: number) => void
  /** Ends the attack and returns what it counted. */
  stop: () => Promise<Tally>
  close: () => void
}

/** Starts the attacker's process and waits until its accounts and files are ready. Throws what kept it from that. */
export async function startAttacker(name: string, origin: string): Promise<Attacker> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), [name, origin], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const close = () => {
    if (child.connected) child.disconnect()
    setTimeout(() => child.kill('SIGKILL'), 2000).unref()
  }
  const order = (one: Order) => {
    if (child.connected) child.send(one)
  }
  const next = async (): Promise<Report> => {
    const ended = once(child, 'exit').then((): Report => ({ kind: 'failed', reason: 'the attacker ended' }))
    const report = once(child, 'message').then(([one]) => one as Report) // what attacker.ts sends
    return Promise.race([report, ended])
  }
  const armed = await next()
  if (armed.kind !== 'armed') {
    close()
    throw new Error(armed.kind === 'failed' ? armed.reason : armed.kind)
  }
  return {
    start: (seconds) => order({ kind: 'start', seconds }),
    async stop() {
      order({ kind: 'stop' })
      const report = await next()
      if (report.kind === 'stopped') return report.tally
      throw new Error(report.kind === 'failed' ? report.reason : report.kind)
    },
    close,
  }
}
