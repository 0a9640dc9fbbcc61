import { type Attack, keepBusy } from '../lib/attack.ts'
import { benchPassword, json, signUp } from '../lib/call.ts'
import { victim } from '../lib/honest.ts'

const guesses = (name: string, what: string, email: (count: number) => string): Attack => ({
  name,
  what,
  arm: async (target) => async (signal) => {
    let count = 0
    await keepBusy(50, signal, () => {
      const one = { email: email(++count), password: `a wrong guess ${count}` }
      return target.send({ ...json('/api/auth/login', one), signal })
    })
  },
})

export const manyAddresses = guesses(
  'logins-many',
  '50 wrong guesses at a time, each for another account',
  (count) => `account${count}-${Date.now()}@demo.example`,
)
export const oneAccount = guesses('logins-one', '50 wrong guesses at a time for one honest account', () => victim)

export const ownAccount: Attack = {
  name: 'logins-own',
  what: '50 right logins at a time to an account of the attacker',
  async arm(target) {
    const email = 'logins@attacker.example'
    await signUp(target.origin, target.from, email)
    return (signal) =>
      keepBusy(50, signal, () =>
        target.send({ ...json('/api/auth/login', { email, password: benchPassword }), signal }),
      )
  },
}

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
