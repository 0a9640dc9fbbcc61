import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { SessionList } from './session-list.tsx'

const session = {
  ...{ _id: 's1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36', place: '203.0.113.x' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', lastSeenAt: '2026-11-02T00:00:00.000Z', current: false },
}

it('lists each browser with its place and its times, and ends each but the present one', () => {
  const html = renderInSite(<SessionList sessions={[{ ...session, _id: 's0', place: '', current: true }, session]} />)
  const [own = '', other = ''] = html.split('</li>')
  expect(own).toContain('This browser')
  expect(own).not.toContain('<button')
  expect(other).toMatch(/Last active <time[^>]* dateTime="2026-11-02T00:00:00.000Z"/)
  expect(other).toMatch(/Signed in <time[^>]* dateTime="2026-11-01T00:00:00.000Z"/)
  expect(other).toContain('Network 203.0.113.x')
  expect(other).toMatch(/<button[^>]* aria-label="Log out Chrome/)
  expect(html).toContain('Log out everywhere else')
})
