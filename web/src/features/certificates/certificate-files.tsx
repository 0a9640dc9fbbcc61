import { Trans, useLingui } from '@lingui/react/macro'
import { type Certificate, api as calls, isolate } from '@virtual-courses/contract'
import { Download, FileJson, Share2, SquareArrowOutUpRight } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { linkedInAddress } from './linked-in.ts'

const fileOf = (path: string, serial: string): string => path.replace(':serial', serial)

type Props = { certificate: Certificate /** it is the reader's own */; own: boolean }

/** A certificate that counts as files, and the ways to share it. */
export function CertificateFiles({ certificate, own }: Props) {
  const { t } = useLingui()
  const { publicUrl, siteName } = useSettings()
  const { serial, courseTitle, name } = certificate
  const page = publicUrl + paths.certificate(serial)

  async function share() {
    // browsers offer it only over HTTPS
    if (!navigator.share) return copyText(page, t`Link copied`)
    try {
      await navigator.share({ title: `${isolate(courseTitle)}: ${isolate(name)}`, url: page })
    } catch (error) {
      // they closed the menu
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copyText(page, t`Link copied`)
    }
  }

  return (
    <div className="flex flex-wrap justify-center gap-3">
      <a href={fileOf(calls.certificates.pdf.path, serial)} download className={buttonClass()}>
        <Download aria-hidden="true" className="size-4.5" />
        <Trans>Download as PDF</Trans>
      </a>
      {own && (
        <>
          <Button
            variant="secondary"
            icon={<Share2 aria-hidden="true" className="size-4.5" />}
            onClick={() => void share()}
          >
            <Trans>Share</Trans>
          </Button>
          <a
            href={linkedInAddress(certificate, { siteName, page })}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'secondary' })}
          >
            <SquareArrowOutUpRight aria-hidden="true" className="size-4.5" />
            <Trans>Add to LinkedIn</Trans>
          </a>
        </>
      )}
      <a
        href={fileOf(calls.certificates.credential.path, serial)}
        download
        className={buttonClass({ variant: 'ghost' })}
      >
        <FileJson aria-hidden="true" className="size-4.5" />
        <Trans>Verifiable credential</Trans>
      </a>
    </div>
  )
}
