import { type Attack, keepBusy } from '../lib/attack.ts'
import { json } from '../lib/call.ts'
import { victim } from '../lib/honest.ts'

export const codeFlood: Attack = {
  name: 'codes',
  what: 'codes asked for and wrong codes typed for an honest address, 10 at a time; can its owner still set a password?',
  arm: async (target) => async (signal) => {
    let count = 0
    await keepBusy(10, signal, (lane) =>
      lane < 5
        ? target.send({ ...json('/api/auth/sendotp', { email: victim }), signal })
        : target.send({
            ...json('/api/auth/verifyotp', { email: victim, otp: String(++count % 10_000).padStart(4, '0') }),
            signal,
          }),
    )
  },
}
