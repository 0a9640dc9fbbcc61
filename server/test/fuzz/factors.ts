import { TOTP } from 'otpauth'
import { createSoftPasskey } from '../support/soft-passkey.ts'
import { fromMail } from './from-mail.ts'
import { password, type World } from './world.ts'

type Challenge = { challenge: string }

/** Gives the student second factors, signs in with each kind, and takes them away: the last one as an admin. */
export async function useFactors(world: World): Promise<void> {
  const { call } = world
  // passkeys belong to the public address of the site, which names the port that the server was told: any
  const origin = 'http://localhost:0'
  await call('ownAccount.sendOwnerCode', 'student')
  const ownerCode = await fromMail(world, /delete your account:\s+(\d{6})/)
  await call('factors.proveAddress', 'student', { body: { ownerCode } })
  await call('factors.confirm', 'student', { body: { current: password } })

  const keys = [createSoftPasskey(), createSoftPasskey()] as const
  for (const [at, key] of keys.entries()) {
    const options = (await call('factors.passkeyOptions', 'student')) as Challenge | undefined
    const passkey = options && key.create(options, { origin })
    await call('factors.addPasskey', 'student', { body: { name: `Key ${at}`, passkey } })
  }
  const { passkeys = [] } = ((await call('factors.list', 'student')) ?? {}) as {
    passkeys?: { _id: string; name: string }[]
  }
  const first = { path: { passkeyId: passkeys.find(({ name }) => name === 'Key 0')?._id } }
  await call('factors.renamePasskey', 'student', { ...first, body: { name: 'Laptop' } })
  const begun = (await call('factors.beginApp', 'student')) as { secret?: string } | undefined
  const code = new TOTP({ secret: begun?.secret ?? 'AAAA', digits: 6, period: 30 }).generate()
  await call('factors.confirmApp', 'student', { body: { code } })
  const codes = (await call('factors.renewCodes', 'student')) as { recoveryCodes?: string[] } | undefined
  await call('factors.removeApp', 'student')
  await call('factors.removePasskey', 'student', first)

  // a login with the password needs the second step
  const begin = () => call('accounts.login', 'visitor', { body: { email: world.emails.get('student'), password } })
  await begin()
  await call('signIn.secondStep', 'visitor')
  await call('signIn.finish', 'visitor', { body: { recoveryCode: codes?.recoveryCodes?.[0] } })
  world.cookies.delete('visitor')
  // a passkey signs in alone
  const asked = (await call('signIn.passkeyOptions', 'visitor')) as Challenge | undefined
  const passkey = asked && keys[1].answer(asked, { origin })
  await call('signIn.withPasskey', 'visitor', { body: { passkey } })
  world.cookies.delete('visitor')

  const student = (await call('accounts.current', 'student')) as { user?: { _id?: string } } | undefined
  await call('factors.confirm', 'admin', { body: { current: password } })
  const removal = { path: { userId: student?.user?._id }, body: { reason: 'They have spoken to us' } }
  await call('admin.removeFactors', 'admin', removal)
  await world.signIn('student')
}
