import { gzipSync } from 'node:zlib'
import { publicPaths } from '@virtual-courses/contract'
import type { CertificateRow } from '../queries.ts'
import { listLength, placeOf } from '../rules.ts'
import { didOf, pageAddress, statusAddress } from './issuer.ts'

const credentials = 'https://www.w3.org/ns/credentials/v2'
const badges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'

type Site = { publicUrl: string; siteName: string }

const issuerOf = ({ publicUrl, siteName }: Site): object => ({
  id: didOf(publicUrl),
  type: ['Profile'],
  name: siteName,
  url: publicUrl,
})

/** Times of the standard have no parts of seconds. */
const timeOf = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

/** Returns what is signed of a certificate: an achievement of Open Badges 3.0. `narrative` says what was required. */
export function certificateCredential(
  row: Pick<
    CertificateRow,
    'serial' | 'status_index' | 'name' | 'course_id' | 'course_title' | 'educator_name' | 'issued_at'
  >,
  site: Site,
  narrative: string,
): object {
  const { publicUrl } = site
  const { list, index } = placeOf(Number(row.status_index))
  const page = pageAddress(publicUrl, row.serial)
  const listAddress = statusAddress(publicUrl, list)
  return {
    '@context': [credentials, badges],
    id: page,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: row.course_title,
    issuer: issuerOf(site),
    validFrom: timeOf(row.issued_at),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', hashed: false, identityHash: row.name, identityType: 'name' }],
      achievement: {
        id: publicUrl + publicPaths.course({ _id: row.course_id, title: row.course_title }),
        type: ['Achievement'],
        achievementType: 'Course',
        name: row.course_title,
        description: `Taught by ${row.educator_name}`,
        criteria: { id: page, ...(narrative !== '' && { narrative }) },
      },
    },
    credentialStatus: {
      id: `${listAddress}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: listAddress,
    },
  }
}

/** Returns a list of bits as the standard packs it: the first place is the highest bit of the first byte. */
export function packBits(places: readonly number[]): string {
  const bytes = new Uint8Array(listLength / 8)
  for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (128 >> (place & 7))
  return `u${gzipSync(bytes).toString('base64url')}`
}

/** Milliseconds for which a verifier may keep a list. */
const keptMs = 300_000

/** Returns what is signed of a list: which of its certificates do not count any more, as of `changedAt`. */
export function statusCredential(
  list: number,
  { places, changedAt }: { places: readonly number[]; changedAt: Date },
  site: Site,
): object {
  const id = statusAddress(site.publicUrl, list)
  return {
    '@context': [credentials],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(site.publicUrl),
    validFrom: timeOf(changedAt),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: packBits(places),
      ttl: keptMs,
    },
  }
}
