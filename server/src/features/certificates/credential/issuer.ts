import { api, publicPaths } from '@virtual-courses/contract'

/** The site as an issuer: `did:web:courses.example.org`, whose keys are at `/.well-known/did.json`. */
export const didOf = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`

/** Returns the document of the issuer, with all keys that it has signed with. */
export function issuerDocument(publicUrl: string, keys: readonly string[]): object {
  const did = didOf(publicUrl)
  const methods = keys.map((key) => ({
    id: `${did}#${key}`,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: key,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  }
}

const address = (publicUrl: string, path: string, parameter: string, value: string | number): string =>
  publicUrl + path.replace(`:${parameter}`, String(value))

export const statusAddress = (publicUrl: string, list: number): string =>
  address(publicUrl, api.certificates.status.path, 'list', list)

/** The page on which anyone can check a certificate. */
export const pageAddress = (publicUrl: string, serial: string): string => publicUrl + publicPaths.certificate(serial)
