import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { OwedElsewhere } from './owed-elsewhere.tsx'

const sums = [
  { state: 'ready', educators: 1, amount: 900 },
  { state: 'missing', educators: 12, amount: 225_086 },
  { state: 'small', educators: 1, amount: 40 },
] as const
const show = (shown: 'ready' | 'missing') =>
  renderToString(
    inEnglish(
      <MemoryRouter>
        <OwedElsewhere
          sums={[...sums]}
          shown={shown}
          minimum="₹100"
          hrefOf={(state) => `/admin/payouts?state=${state}`}
        />
      </MemoryRouter>,
    ),
  ).replaceAll('<!-- -->', '')

it('says what is owed to people whom the next run does not pay, and leads to them', () => {
  const html = show('ready')
  expect(html).toContain('₹2,25,086 is owed to 12 educators without bank details.')
  expect(html).toContain('href="/admin/payouts?state=missing"')
  expect(html).toContain('₹40 is owed to 1 educator who has less than ₹100.')
  expect(html).not.toContain('₹900')
})

it('leaves out the list that is shown', () => {
  expect(show('missing')).toContain('₹900 is owed to 1 educator whom the next run pays.')
  expect(show('missing')).not.toContain('2,25,086')
})
