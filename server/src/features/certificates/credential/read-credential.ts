import { LRUCache } from 'lru-cache'
import type { StreamReply } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { speak } from '#core/languages/language.ts'
import { findCertificate } from '../queries.ts'
import { saidRequirements } from '../words.ts'
import { certificateCredential, statusCredential } from './build.ts'
import { didOf, issuerDocument } from './issuer.ts'
import { findKeys, findListState, findWithdrawnPlaces, keepCredential, keepKey } from './key-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'config' | 'settings' | 'limits' | 'certificateSecret'>

const siteOf = ({ config, settings }: Deps) => ({
  publicUrl: config.publicUrl,
  siteName: settings.current().siteName,
})

/** Verifiers run in the pages of other sites; what they read is public and has no cookies. */
const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The libraries are large, and few processes sign: they are read at the first use. */
const signer = () => import('./sign.ts')

/** Keeps the public key before anything is signed with it. Returns it. */
async function useKey({ db, clock, config, certificateSecret }: Deps): Promise<string> {
  const { publicKeyOf } = await signer()
  const key = await publicKeyOf(certificateSecret, didOf(config.publicUrl))
  await keepKey(db, key, clock.now())
  return key
}

async function sign(deps: Deps, credential: object, at: Date): Promise<string> {
  await useKey(deps)
  const { signCredential } = await signer()
  return signCredential(credential, { secret: deps.certificateSecret, did: didOf(deps.config.publicUrl), at })
}

/** Signs a certificate once; the text stays the same whatever key the site has later. Throws not_found, also for a deleted account. */
export async function signCertificate(deps: Deps, serial: string): Promise<string> {
  const row = await findCertificate(deps.db, serial)
  if (!row || row.name === '') throw new DomainError('not_found')
  if (row.credential !== null) return row.credential
  const narrative = saidRequirements(row, speak('en'))
    .map(({ text }) => text)
    .join('. ')
  const signed = await sign(deps, certificateCredential(row, siteOf(deps), narrative), row.issued_at)
  await keepCredential(deps.db, serial, signed)
  return (await findCertificate(deps.db, serial))?.credential ?? signed
}

/** Returns the signed form of a certificate. Throws not_found, rate_limited. */
export async function readCredential(deps: Deps, serial: string, client: string): Promise<StreamReply> {
  await deps.limits.certificateFiles.consume(client)
  return {
    kind: 'text',
    text: await signCertificate(deps, serial),
    contentType: 'application/vc',
    headers: {
      ...headers,
      'cache-control': 'no-cache',
      'content-disposition': `inline; filename="certificate-${serial}.json"`,
    },
  }
}

/** Signed lists by site and state: thousands of verifiers may ask for the same one. */
const lists = new LRUCache<string, string>({ max: 20 })

/** Returns the signed list of certificates that do not count any more. Throws not_found, rate_limited. */
export async function readStatusList(deps: Deps, list: number, client: string): Promise<StreamReply> {
  await deps.limits.certificateChecks.consume(client)
  const state = await findListState(deps.db, list)
  if (!state) throw new DomainError('not_found')
  const { publicUrl } = siteOf(deps)
  const key = [publicUrl, await useKey(deps), list, state.withdrawn, state.changedAt.getTime()].join(' ')
  let text = lists.get(key)
  if (text === undefined) {
    const places = await findWithdrawnPlaces(deps.db, list)
    text = await sign(deps, statusCredential(list, { ...state, places }, siteOf(deps)), state.changedAt)
    // what was withdrawn between both queries belongs to the next state
    if (places.length === state.withdrawn) lists.set(key, text)
  }
  return {
    kind: 'text',
    text,
    contentType: 'application/vc',
    headers: { ...headers, 'cache-control': 'no-cache' },
  }
}

/** Returns the public keys of the site. Throws rate_limited. */
export async function readIssuer(deps: Deps, client: string): Promise<StreamReply> {
  await deps.limits.certificateChecks.consume(client)
  await useKey(deps)
  const document = issuerDocument(deps.config.publicUrl, await findKeys(deps.db))
  return {
    kind: 'text',
    text: JSON.stringify(document),
    contentType: 'application/did+json',
    headers: { ...headers, 'cache-control': 'public, max-age=300' },
  }
}
