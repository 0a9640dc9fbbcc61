import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { defaultSettings } from '#lib/session/session.ts'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { SalesTerms } from './sales-terms.tsx'

/** What the terms say under settings of the site. */
function terms(settings: Partial<typeof defaultSettings>): string {
  const root = { user: null, userData: null, settings: { ...defaultSettings, ...settings }, requestId: '' }
  const router = createMemoryRouter(
    [{ id: 'root', path: '/', loader: () => root, element: inEnglish(<SalesTerms />) }],
    {
      hydrationData: { loaderData: { root } },
    },
  )
  return renderToString(<RouterProvider router={router} />).replaceAll(/<[^>]*>/g, '')
}

it('says what the settings promise, and nothing else', () => {
  expect(terms({})).toBe('')
  expect(terms({ taxIncluded: true })).toBe('The price includes GST. ')
  expect(terms({ refundDays: 14 })).toBe('Money back within 14 days, while you have watched none of it. Refund policy')
  expect(terms({ refundDays: 7, refundWatchedPercent: 20, taxIncluded: true })).toBe(
    'The price includes GST. Money back within 7 days, while you have watched less than 20 % of it. Refund policy',
  )
})
