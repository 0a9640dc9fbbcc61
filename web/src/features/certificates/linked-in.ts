import type { Certificate } from '@virtual-courses/contract'

/** Returns the address at LinkedIn that fills in its form for licences and certifications. */
export function linkedInAddress(
  { courseTitle, issuedAt, serial }: Pick<Certificate, 'courseTitle' | 'issuedAt' | 'serial'>,
  { siteName, page }: { siteName: string; page: string },
): string {
  const issued = new Date(issuedAt)
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: siteName,
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certUrl: page,
    certId: serial,
  }
  return `https://www.linkedin.com/profile/add?${new URLSearchParams(fields)}`
}
