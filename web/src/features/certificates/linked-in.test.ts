import { expect, it } from 'vitest'
import { linkedInAddress } from './linked-in.ts'

it('fills in the form of LinkedIn, whatever signs a title has', () => {
  const address = new URL(
    linkedInAddress(
      { courseTitle: 'C & C++: बुनाई?', issuedAt: '2026-11-27T10:00:00.000Z', serial: 'AAAA-BBBB-CCCC-DDDD' },
      { siteName: 'A&B School', page: 'https://x.example/certificate/AAAA-BBBB-CCCC-DDDD' },
    ),
  )
  expect(address.origin + address.pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'C & C++: बुनाई?',
    organizationName: 'A&B School',
    issueYear: '2026',
    issueMonth: '11',
    certUrl: 'https://x.example/certificate/AAAA-BBBB-CCCC-DDDD',
    certId: 'AAAA-BBBB-CCCC-DDDD',
  })
})
