import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { Footer } from './footer.tsx'

it('every page leads to what a shop must show', () => {
  const html = renderInSite(<Footer isPublic />)
  const [, help = ''] = html.split('aria-labelledby="footer-help"')
  const links = [...(help.split('</nav>')[0] ?? '').matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)]
  expect(Object.fromEntries(links.map(([, to, name]) => [to, name]))).toEqual({
    '/about': 'About us',
    '/contact': 'Contact',
    '/terms': 'Terms of use',
    '/privacy': 'Privacy policy',
    '/refunds': 'Refund policy',
    '/grievance': 'Grievance officer',
  })
})
