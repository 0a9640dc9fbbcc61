import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Category, CourseLanguage, Id, Instant, text } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Number of a certificate: 80 random bits as 16 signs of Crockford's base 32, in groups of 4. */
const serialForm = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/
export const CertificateSerial = z.string().regex(serialForm, sentence('This is not the number of a certificate'))

/** Returns the number that someone has typed or copied, as it is stored: O is read as 0, I and L as 1; null for any other text. */
export function readSerial(typed: string): string | null {
  const signs = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const serial = signs.match(/.{1,4}/g)?.join('-') ?? ''
  // pages have no schemas in the browser
  return serialForm.test(serial) ? serial : null
}

/** Why a certificate does not count any more. */
export const withdrawalCauses = ['refund', 'educator', 'admin', 'replaced', 'account'] as const
export type WithdrawalCause = (typeof withdrawalCauses)[number]

export const certificateStates = ['valid', 'replaced', 'withdrawn'] as const
export type CertificateState = (typeof certificateStates)[number]

/** What a student has done: so many videos watched, each to this share; so many texts read, quizzes passed, assignments accepted. The first ones said lectures. */
export const certificateRequirements = ['lectures', 'videos', 'texts', 'quizzes', 'assignments'] as const
export const CertificateRequirement = z.object({
  kind: z.enum(certificateRequirements),
  count: z.number().int().min(1),
  /** percent of each video */
  percent: z.number().int().min(1).max(100).optional(),
})
export type CertificateRequirement = z.output<typeof CertificateRequirement>

/** The same with its sentence in the language of the reader. */
export const SaidRequirement = CertificateRequirement.extend({ text: z.string() })
export type SaidRequirement = z.output<typeof SaidRequirement>

/** A certificate as anyone may see it. */
export const Certificate = z.object({
  serial: CertificateSerial,
  state: z.enum(certificateStates),
  /** of the student when it was issued; "" once it was replaced, or its account deleted */
  name: z.string(),
  /** as they were when it was issued */
  courseTitle: z.string(),
  courseLanguage: CourseLanguage,
  educatorName: z.string(),
  /** the course, while anyone may see it */
  courseId: Id.nullable(),
  category: Category.nullable(),
  required: z.array(SaidRequirement),
  completedAt: Instant,
  issuedAt: Instant,
  withdrawnAt: Instant.nullable(),
  /** the certificate that has taken its place */
  replacedBy: CertificateSerial.nullable(),
  /** it has taken the place of an earlier one */
  replaces: z.boolean(),
})
export type Certificate = z.output<typeof Certificate>

/** What the reader is to a certificate, besides anyone. */
export const certificateReaders = ['holder', 'educator', 'admin'] as const
export type CertificateReader = (typeof certificateReaders)[number]

/** Times that a student may have a certificate issued again because of their name. */
export const mostCorrections = 3
/** Longest reason of a withdrawal or a correction, in UTF-16 units. */
export const maxReason = 500

export const Reason = text(maxReason).refine((value) => value.length >= 3, sentence('Please say why'))
const params = z.object({ serial: CertificateSerial })
const withCertificate = z.object({ certificate: Certificate })

/** A certificate in the list of its holder. */
export const OwnCertificate = Certificate.extend({
  /** the account has another name now, and a new certificate may take the place of this one */
  renewable: z.boolean(),
  /** null while it counts */
  because: z.enum(withdrawalCauses).nullable(),
  /** what the educator or admin who withdrew it wrote; "" without one */
  reason: z.string(),
})
export type OwnCertificate = z.output<typeof OwnCertificate>

export const certificates = {
  read: endpoint({
    method: 'GET',
    path: '/api/certificate/:serial',
    access: 'public',
    summary: 'A certificate, for anyone who knows its number: what it says, and whether it counts',
    params,
    status: 200,
    reply: z.object({
      certificate: Certificate,
      /** what the reader is to it; null for anyone else */
      reader: z.enum(certificateReaders).nullable(),
      /** for these readers: why it was withdrawn, and what was written of it */
      because: z.enum(withdrawalCauses).nullable(),
      reason: z.string(),
    }),
    errors: ['not_found', 'rate_limited'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/certificates',
    access: 'signedIn',
    summary:
      'The certificates of the user, the newest first; and the courses that they have completed and that would grant one',
    status: 200,
    reply: z.object({
      certificates: z.array(OwnCertificate),
      /** completed, and no certificate yet: it can be asked for */
      open: z.array(z.object({ courseId: Id, title: z.string() })),
    }),
    errors: [],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/certificates/course/:courseId',
    access: 'signedIn',
    summary:
      'Issue the certificate of a course that the user has completed, if there is none yet. It is also issued without being asked for',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: withCertificate,
    errors: ['not_found', 'not_entitled', 'not_completed', 'rate_limited'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/certificate/:serial/renew',
    access: 'signedIn',
    summary: 'Replace an own certificate by a new one with the present name of the account',
    params,
    status: 200,
    reply: withCertificate,
    errors: ['not_found', 'no_certificate', 'rate_limited'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/certificate/:serial/withdraw',
    access: 'educator',
    summary: 'Withdraw a certificate of an own course; the holder reads the reason',
    params,
    body: z.strictObject({ reason: Reason }),
    status: 200,
    reply: withCertificate,
    errors: ['not_found', 'no_certificate', 'rate_limited'],
  }),
  reissue: endpoint({
    method: 'POST',
    path: '/api/certificate/:serial/reissue',
    access: 'educator',
    summary:
      'Issue a new certificate in the place of one that the educator or an admin withdrew. A withdrawn one never counts again',
    params,
    status: 200,
    reply: withCertificate,
    errors: ['not_found', 'no_certificate', 'not_entitled', 'rate_limited'],
  }),
  withdrawByAdmin: endpoint({
    method: 'POST',
    path: '/api/admin/certificate/:serial/withdraw',
    access: 'admin',
    summary: 'Withdraw a certificate of any course; written to the audit log',
    params,
    body: z.strictObject({ reason: Reason }),
    status: 200,
    reply: withCertificate,
    errors: ['not_found', 'no_certificate'],
  }),
  pdf: stream({
    method: 'GET',
    path: '/api/certificate/:serial/pdf',
    access: 'public',
    summary: 'A certificate that counts, as a PDF file to print',
    params,
    status: 200,
    contentType: 'application/pdf',
    errors: ['not_found', 'no_certificate', 'rate_limited', 'unavailable'],
  }),
  picture: stream({
    method: 'GET',
    path: '/api/certificate/:serial/picture.png',
    access: 'public',
    summary: 'A certificate that counts, as a picture for previews on other sites, 1200 x 630 pixels',
    params,
    status: 200,
    contentType: 'image/png',
    errors: ['not_found', 'no_certificate', 'rate_limited', 'unavailable'],
  }),
  credential: stream({
    method: 'GET',
    path: '/api/certificate/:serial/credential',
    access: 'public',
    summary:
      'A certificate as a W3C verifiable credential in the form of Open Badges 3.0, signed by the site. A withdrawn one is served too: its status says so',
    params,
    status: 200,
    contentType: 'application/vc',
    errors: ['not_found', 'rate_limited'],
  }),
  status: stream({
    method: 'GET',
    path: '/api/certificates/status/:list',
    access: 'public',
    summary: 'Which certificates do not count any more: a signed list of bits (W3C Bitstring Status List)',
    params: z.object({ list: z.coerce.number().int().min(0).max(10_000) }),
    status: 200,
    contentType: 'application/vc',
    errors: ['not_found', 'rate_limited'],
  }),
  issuer: stream({
    method: 'GET',
    path: '/.well-known/did.json',
    access: 'public',
    summary: 'The site as an issuer of credentials (did:web) with all public keys that it has signed with',
    status: 200,
    contentType: 'application/did+json',
    errors: ['rate_limited'],
  }),
}
