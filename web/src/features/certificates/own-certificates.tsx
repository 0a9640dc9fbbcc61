import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type OwnCertificate, type ReplyOf } from '@virtual-courses/contract'
import { Award, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Card } from '#ui/layout/card.tsx'
import { CertificateBadge } from './certificate-state.tsx'
import { IssueButton } from './issue-button.tsx'

type Mine = ReplyOf<typeof calls.certificates.mine>

/** Courses that the user has completed, and whose certificate they can have now. */
export function OpenCertificates({ open }: Pick<Mine, 'open'>) {
  if (open.length === 0) return null
  return (
    <Card flush className="mb-6">
      <ul>
        {open.map(({ courseId, title }) => (
          <li key={courseId} className="flex flex-wrap items-center gap-3 border-line px-5 py-4 not-first:border-t">
            <Award aria-hidden="true" className="size-6 shrink-0 text-success" />
            <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <Trans>
                You have completed <bdi className="font-semibold">{title}</bdi>
              </Trans>
            </p>
            <IssueButton variant="primary" act={() => browserApi(calls.certificates.claim, { params: { courseId } })}>
              <Trans>Get your certificate</Trans>
            </IssueButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The user's certificates, those that count first in their order. */
export function OwnCertificates({ certificates }: Pick<Mine, 'certificates'>) {
  const { t } = useLingui()
  return (
    <Card flush>
      <ul aria-label={t`Your certificates`}>
        {certificates.map((certificate) => (
          <Row key={certificate.serial} certificate={certificate} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ certificate }: { certificate: OwnCertificate }) {
  const { serial, courseTitle, courseLanguage, issuedAt, state, reason, name } = certificate
  return (
    <li className="border-line not-first:border-t">
      <Link to={paths.certificate(serial)} className="flex min-h-14 items-center gap-3 px-5 py-3 hover:bg-tint">
        <span className="min-w-0 flex-1">
          <span {...writtenIn(courseLanguage)} className="block font-semibold wrap-anywhere">
            {courseTitle}
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm text-muted">
            <bdi>{name}</bdi>
            <ReaderTime iso={issuedAt} look="date" />
            <span className="tabular">{serial}</span>
          </span>
        </span>
        <CertificateBadge state={state} />
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
      </Link>
      {reason !== '' && (
        <p className="px-5 pb-3 text-sm wrap-anywhere">
          <Trans>
            Reason: <bdi>{reason}</bdi>
          </Trans>
        </p>
      )}
    </li>
  )
}
