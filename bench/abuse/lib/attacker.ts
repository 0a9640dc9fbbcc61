import { setPriority } from 'node:os'
import { attacks } from '../attacks/index.ts'
import { openTarget, type Tally } from './attack.ts'

/** From the attacker's process. */
export type Report = { kind: 'armed' } | { kind: 'stopped'; tally: Tally } | { kind: 'failed'; reason: string }
/** To it. */
export type Order = { kind: 'start'; seconds: number } | { kind: 'stop' }

/** The attacker's own address, apart from all honest ones. */
const attackerAddress = '127.0.0.3'
/** How long an attack may take to let go of what it has open, milliseconds. */
const endMs = 5000

// A process of its own, so that the attacker's work does not delay the clock of the honest users; and, since both share a
// machine with the server, with less right to the processor than it.
setPriority(10)

const [name = '', origin = ''] = process.argv.slice(2)
const report = (one: Report): void => void process.send?.(one)
// connections that the server breaks are expected
process.on('uncaughtException', (error) => {
  if (!('code' in error)) report({ kind: 'failed', reason: error.message })
})
process.on('disconnect', () => process.exit(0))

const attack = attacks.find((one) => one.name === name)
if (!attack || !/^http:\/\/127\.0\.0\.1:\d+$/.test(origin))
  throw new Error('usage: attacker.ts ATTACK http://127.0.0.1:PORT')
const target = openTarget(origin, attackerAddress)

attack.arm(target).then(
  (run) => {
    for (const key of Object.keys(target.tally)) delete target.tally[key]
    let control = new AbortController()
    let running: Promise<void> = Promise.resolve()
    process.on('message', (order: Order) => {
      if (order.kind === 'start') {
        control = new AbortController()
        // it stops by itself even without an order
        const timer = setTimeout(() => control.abort(), order.seconds * 1000)
        running = run(control.signal).catch(() => undefined)
        void running.finally(() => clearTimeout(timer))
        return
      }
      control.abort()
      const late = new Promise<void>((resolve) => setTimeout(resolve, endMs))
      void Promise.race([running, late]).then(() => {
        report({ kind: 'stopped', tally: { ...target.tally } })
        for (const key of Object.keys(target.tally)) delete target.tally[key]
      })
    })
    report({ kind: 'armed' })
  },
  (error: unknown) => {
    report({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  },
)
