import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { PeriodPicker, readPeriod } from './period-picker.tsx'

it.each([
  ['', { days: 30 }],
  ['days=7', { days: 7 }],
  ['days=8', { days: 30 }],
  ['from=2026-10-01&to=2026-10-31', { from: '2026-10-01', to: '2026-10-31' }],
  ['from=2026-13-01&to=2026-10-31&days=90', { days: 90 }],
])('the address ?%s means %j', (search, period) => expect(readPeriod(new URLSearchParams(search))).toEqual(period))

it('offers periods as links, and two dates as a form, of which each works without scripts', () => {
  const html = renderInSite(
    <PeriodPicker period={{ days: 7 }} from="2026-11-24" to="2026-11-30" problem="Too many days" />,
  )
  expect([...html.matchAll(/href="(\/admin\/dashboard[^"]*)"/g)].map(([, to]) => to)).toEqual([
    '/admin/dashboard?days=7',
    '/admin/dashboard',
    '/admin/dashboard?days=90',
  ])
  expect(html).toMatch(/<a [^>]*aria-current="true"[^>]*>7 days</)
  expect(html).toMatch(/<form [^>]*action="\/admin\/dashboard"/)
  expect(html).toMatch(/<input[^>]* name="from"[^>]* value="2026-11-24"/)
  expect(html).toMatch(/role="alert"[^>]*>Too many days</)
})
