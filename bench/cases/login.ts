import type { BenchCase, Side } from '../lib/bench-case.ts'
import { emailOf, password, size } from '../lib/dataset.ts'
import { httpSide } from '../lib/http-side.ts'
import type { Request } from '../lib/load.ts'
import { bareArgon2 } from '../peers/bare-argon2.ts'

const connections = 16
/** An address of the private range for each account: 10.0.0.1, 10.0.0.2 and so on. */
const addressOf = (user: number): string => `10.${user >> 16}.${(user >> 8) & 255}.${(user & 255) + 1}`

const login = (user: number): Request => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(user) },
  body: JSON.stringify({ email: emailOf(user), password }),
})

/** Each run takes up where the last one ended, so that no one logs in twice within a run. */
const everyoneInTurn = (side: (requests: () => readonly Request[]) => Side): Side => {
  const everyone = Array.from({ length: size.users }, (_, user) => login(user))
  let next = 0
  const inner = side(() => [...everyone.slice(next), ...everyone.slice(0, next)])
  return {
    name: inner.name,
    run: async (seconds) => {
      const sample = await inner.run(seconds)
      next = (next + sample.operations + connections) % everyone.length
      return sample
    },
  }
}

/** A login over HTTP, session and all, against the password check alone. */
export const l5: BenchCase = {
  id: 'L5',
  title: 'login',
  ratios: [
    { of: 'time', value: ({ perSecond }) => 1000 / perSecond, better: 'lower', must: 1.3, aim: 1.15, moonshot: 1.05 },
    { of: 'CPU ms', value: ({ cpuMs }) => cpuMs, better: 'lower', must: 1.3, aim: 1.15, moonshot: 1.05 },
  ],
  prepare: async (environment) => {
    const server = await environment.ours()
    const cluster = await environment.cluster()
    return {
      ours: everyoneInTurn((requests) => httpSide(server, { databasePid: cluster.pid, connections, requests })),
      peer: bareArgon2(await environment.passwordHash(), password, connections),
      note: 'argon2id 19 MiB, 2 passes',
    }
  },
}
