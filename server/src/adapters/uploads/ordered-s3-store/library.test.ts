import { hash } from 'node:crypto'
import { S3Store } from '@tus/s3-store'
import { expect, test } from 'vitest'

/** Digests of the methods of @tus/s3-store 2.0.7 that `OrderedS3Store` calls or replaces. */
const known = {
  create: 'OpLv7htlhgQl',
  saveMetadata: 'sXtnnIhhDbWe',
  getMetadata: '3rKlWSyWTcv1',
  partKey: 'tsjTG7bTnM2v',
  uploadPart: 'I-b05_OH5N6y',
  uploadParts: '2e7QS7KfDzWC',
  getIncompletePart: 'IEUDWf42QHUt',
  finishMultipartUpload: 'RCP6Cv8_cOwg',
  retrieveParts: 'Jc3thftyNeIn',
  write: 'N2coEgv6zoyu',
  getUpload: 'und6MOwadkOA',
}

test('the library is the version that the store was written for: after an upgrade, read its changes and README.md, then update the digests', () => {
  const methods = S3Store.prototype as unknown as Record<string, { toString(): string }> // protected ones too
  const found = Object.keys(known).map((name) => [
    name,
    hash('sha256', String(methods[name]), 'base64url').slice(0, 12),
  ])
  expect(Object.fromEntries(found)).toEqual(known)
})
