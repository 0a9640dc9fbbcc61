import { msg } from '@lingui/core/runtime-macro'
import type { StreamReply } from '#core/call.ts'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { Say } from '#core/languages/language.ts'
import { drawPicture } from '../media/index.ts'
import { type AwardDocument, paperLanguage, renderAward } from '../papers/index.ts'
import { pageAddress } from './credential/issuer.ts'
import { type CertificateRow, findCertificate } from './queries.ts'
import { saidRequirements } from './words.ts'

type Deps = Pick<FeatureDeps, 'db' | 'config' | 'settings' | 'limits' | 'images'>
type Asking = { client: string; say: Say; signal: AbortSignal }

/** Returns what the sheet says, in the language of who reads it. Names and titles stay as they were written. */
export function toAward(
  row: CertificateRow,
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
  say: Say,
): AwardDocument {
  const dateOf = (date: Date): string =>
    new Intl.DateTimeFormat(say.locale, { dateStyle: 'long', timeZone: config.TIME_ZONE }).format(date)
  const { siteName } = settings.current()
  return {
    language: paperLanguage(say),
    siteName,
    title: say(msg`Certificate of completion`),
    before: say(msg`This is to certify that`),
    name: row.name,
    between: say(msg`has completed the course`),
    course: row.course_title,
    after: say(msg`taught by ${{ name: row.educator_name }}`),
    facts: [
      { label: say(msg`Completed on`), value: dateOf(row.completed_at) },
      { label: say(msg`Issued on`), value: dateOf(row.issued_at) },
      { label: say(msg`Number`), value: row.serial },
    ],
    required: saidRequirements(row, say).map(({ text }) => text),
    check: {
      text: say(msg`Anyone can check this certificate, and whether it still counts, at`),
      address: pageAddress(config.publicUrl, row.serial),
    },
    issuedAt: row.issued_at,
  }
}

async function requireValid({ db }: Pick<Deps, 'db'>, serial: string): Promise<CertificateRow> {
  const row = await findCertificate(db, serial)
  if (!row) throw new DomainError('not_found')
  if (row.withdrawn_at !== null) throw new DomainError('no_certificate')
  return row
}

/** Returns a certificate that counts as a PDF file. Throws not_found, no_certificate, rate_limited, unavailable. */
export async function downloadSheet(deps: Deps, serial: string, { client, say, signal }: Asking): Promise<StreamReply> {
  await deps.limits.certificateFiles.consume(client)
  const row = await requireValid(deps, serial)
  const bytes = await renderAward('award', toAward(row, deps, say), { client, signal })
  return {
    kind: 'bytes',
    bytes,
    contentType: 'application/pdf',
    headers: {
      'content-disposition': `attachment; filename="certificate-${serial}.pdf"`,
      'cache-control': 'no-store',
    },
  }
}

/** Returns a certificate that counts as a picture (PNG). Throws not_found, no_certificate, rate_limited, unavailable. */
export async function showPicture(deps: Deps, serial: string, { client, say, signal }: Asking): Promise<StreamReply> {
  await deps.limits.certificateFiles.consume(client)
  const row = await requireValid(deps, serial)
  const drawn = await renderAward('picture', toAward(row, deps, say), { client, signal })
  return {
    kind: 'bytes',
    bytes: await drawPicture(deps.images, drawn, { client, signal }),
    contentType: 'image/png',
    // a picture that other sites keep must not outlive a withdrawal for long
    headers: { 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' },
  }
}
