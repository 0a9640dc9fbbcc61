import { expect, it } from 'vitest'
import { renderInSite } from '#lib/session/fixtures.tsx'
import { SetUpList } from './set-up-list.tsx'

it('says what is missing before real money is taken, and leads to where it is done', () => {
  const html = renderInSite(
    <SetUpList
      setUp={{
        live: false,
        steps: [
          { step: 'operator', state: 'done', lacks: [] },
          { step: 'grievance', state: 'missing', lacks: ['name of the grievance officer'] },
          { step: 'refunds', state: 'advice', lacks: [] },
          { step: 'payments', state: 'missing', lacks: [] },
        ],
      }}
    />,
  )
  expect(html).toContain('Before you take real money')
  expect(html).toMatch(/<a [^>]*href="\/admin\/pages"[^>]*><span>Grievance officer/)
  expect(html).toContain('Missing: name of the grievance officer')
  expect(html).toMatch(/<a [^>]*href="\/admin\/settings"[^>]*><span>Refunds by students/)
  expect(html).toContain('A payment company')
  expect(html).not.toContain('Who runs this site')
})

it('says nothing once all is done', () => {
  expect(renderInSite(<SetUpList setUp={{ live: true, steps: [{ step: 'tax', state: 'done', lacks: [] }] }} />)).toBe(
    '',
  )
})
