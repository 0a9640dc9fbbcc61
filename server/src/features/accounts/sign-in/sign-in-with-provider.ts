import { cleanName, Email, type googleRoles } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Tx, transact } from '#core/transact.ts'
import type { UserRow } from '#db/schema.ts'
import { IdentityDown, IdentityRefused, type VerifiedIdentity } from '#ports/identity.ts'
import { type Agreement, keepConsents, readAgreement } from '../../site-pages/index.ts'
import { requireActiveAccount } from '../account-status.ts'
import { type Caller, languageOfNew } from '../caller-of.ts'
import { deleteCodesOf } from '../codes/code-queries.ts'
import { mailAccountChange } from '../jobs.ts'
import { endForeignAccess } from '../profile/take-over-account.ts'
import { findUserByIdentity, insertIdentity, insertUser, lockUserByEmail, newUser, verifyEmail } from '../queries.ts'
import { isAllowedRedirect } from '../rules.ts'
import { endSessionsOf, startSession } from '../sessions/sessions.ts'
import type { FirstStep, SignedIn } from './open-in-browser.ts'
import type { ProviderFlow } from './provider-flow.ts'

type Wanted = {
  code: string
  redirectUri: string
  role: (typeof googleRoles)[number]
  /** the sign-in that this browser began, or null */
  flow: ProviderFlow | null
  /** version of the texts that the page showed; kept where an account is opened */
  agreed: string | undefined
}
type Person = { issuer: string; subject: string; email: string; name: string }
type Deps = Pick<FeatureDeps, 'config' | 'clock' | 'db' | 'identity' | 'limits' | 'log' | 'settings'>

const maxNameLength = 100

/**
 * Opens a session for a user whom the identity provider has verified. A known identity opens its account; an unknown one is linked to the
 * account of its verified address, or opens a new one with the wanted role. Only the browser that began the sign-in can finish it. Throws
 * foreign_redirect, google_failed, google_unavailable, google_email_unverified, suspended, terms_changed, rate_limited.
 */
export async function signInWithProvider(
  deps: Deps,
  wanted: Wanted,
  caller: Caller & { host: string },
): Promise<SignedIn | FirstStep> {
  const { config, clock } = deps
  await deps.limits.providerSignIns.consume(caller.key)
  const ours = { publicUrl: config.publicUrl, corsOrigins: config.CORS_ORIGINS, production: config.production }
  if (!isAllowedRedirect(wanted.redirectUri, { ...ours, host: caller.host })) throw new DomainError('foreign_redirect')
  const agreement = await readAgreement(deps, 'account', wanted.agreed, caller.language)
  const person = readPerson(await exchange(deps, wanted))
  return transact(deps.db, async (tx) => {
    const user =
      (await findUserByIdentity(tx, person.issuer, person.subject)) ??
      (await linkOrCreate(deps, tx, person, { role: wanted.role, language: languageOfNew(deps, caller), agreement }))
    const { hasFactor } = await requireActiveAccount(deps, tx, user.id)
    // the lock may have waited for a change of the address, which ends the sign-ins that were linked by the old one
    const linked = await findUserByIdentity(tx, person.issuer, person.subject)
    if (linked?.id !== user.id) throw new DomainError('google_failed')
    if (hasFactor) return { firstStepOf: user }
    return { user, session: await startSession(tx, clock.now(), user.id, caller) }
  })
}

async function exchange({ identity, log }: Deps, { code, redirectUri, flow }: Wanted): Promise<VerifiedIdentity> {
  if (!identity) throw new DomainError('google_unavailable')
  // the code was issued to another browser: this one would be signed in to a stranger's account
  if (!flow) throw new DomainError('google_failed')
  try {
    return await identity.exchange({ code, redirectUri, nonce: flow.nonce, codeVerifier: flow.codeVerifier })
  } catch (error) {
    const down = error instanceof IdentityDown
    if (!down && !(error instanceof IdentityRefused)) throw error
    log.warn({ reason: error.message }, 'a sign-in with an identity provider failed')
    throw new DomainError(down ? 'google_unavailable' : 'google_failed')
  }
}

function readPerson(identity: VerifiedIdentity): Person {
  const email = Email.safeParse(identity.email)
  if (!identity.emailVerified || identity.email === '') throw new DomainError('google_email_unverified')
  if (!email.success) throw new DomainError('google_failed')
  const name = cleanName(identity.name)
    .slice(0, maxNameLength)
    .replace(/[\uD800-\uDBFF]$/, '')
  return {
    issuer: identity.issuer,
    subject: identity.subject,
    email: email.data,
    name: name || email.data.split('@')[0] || email.data,
  }
}

async function linkOrCreate(
  deps: Deps,
  tx: Tx,
  person: Person,
  { agreement, ...wanted }: Pick<UserRow, 'role' | 'language'> & { agreement: Agreement },
): Promise<UserRow> {
  const now = deps.clock.now()
  const fresh = newUser({ name: person.name, email: person.email, password_hash: null, ...wanted }, now, true)
  const created = await insertUser(tx, fresh)
  const user = created ? fresh : await lockUserByEmail(tx, person.email)
  if (!user) throw new DomainError('google_failed')
  const { issuer, subject } = person
  const linked = await insertIdentity(tx, { issuer, subject, user_id: user.id, created_at: now })
  if (created) await keepConsents(tx, agreement, { userId: user.id, orderId: null, at: now })
  if (linked && !created) await linkAccount(deps, tx, user)
  return user
}

/**
 * Called when the owner of an address opens its account with a provider for the first time. If the address was not verified, someone
 * else may have opened the account: its password, second factors, codes, verification tokens and sessions are deleted.
 */
async function linkAccount({ clock }: Deps, tx: Tx, user: UserRow): Promise<void> {
  const keepPassword = user.email_verified_at !== null
  const removed = !keepPassword && user.password_hash !== null
  tx.enqueue(mailAccountChange, {
    userId: user.id,
    change: removed ? 'google-linked-password-removed' : 'google-linked',
  })
  if (keepPassword) return
  await verifyEmail(tx, user.id, clock.now(), false)
  await endForeignAccess(tx, user.id)
  await deleteCodesOf(tx, user)
  await endSessionsOf(tx, user.id)
}
