import type { SavedFilter } from '@virtual-courses/contract'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import type { Slot } from '#ui/slot.ts'
import { filterOf, isSame, ListExtras } from './saved-filters.tsx'
import { PageBox, RowBox } from './select-box.tsx'
import { UndoNotice } from './undo-notice.tsx'
import { useListChoices } from './use-list-choices.ts'
import { WithBulk } from './with-bulk.tsx'

/** What the server renders of a part of a page. */
const shown = (element: Slot): string => {
  const router = createMemoryRouter([{ path: '/', element: inEnglish(element) }])
  return renderToString(<RouterProvider router={router} />)
}

it('knows a filter by the values that are set', () => {
  expect(filterOf({ text: 'asha', role: '', at: 'place' })).toEqual({ text: 'asha' })
  expect(isSame({ text: 'a', role: 'b' }, { role: 'b', text: 'a' })).toBe(true)
  expect(isSame({ text: 'a' }, { text: 'a', role: 'b' })).toBe(false)
  expect(isSame({ text: 'a', role: 'b' }, { text: 'a', state: 'b' })).toBe(false)
})

it('shows saved filters, the present one as such, and offers to save only what is not saved', () => {
  const filters: SavedFilter[] = [
    { _id: 'f1', name: 'Students', query: { role: 'student' } },
    { _id: 'f2', name: 'Named <Asha>', query: { text: 'asha', role: 'student' } },
  ]
  const extras = (query: Record<string, string>, filled = true) =>
    shown(
      <ListExtras
        list="users"
        path="/admin/users"
        query={{ text: '', role: '', at: '', ...query }}
        chosen={{ text: '', role: '', at: '', ...query }}
        filters={filters}
        filled={filled}
        csv={{ path: '/api/admin/users.csv', file: 'users.csv' }}
      />,
    )
  const present = extras({ role: 'student', at: 'x' })
  expect(present.match(/aria-current="true"/g)).toHaveLength(1)
  expect(present).toContain('href="/admin/users?text=asha&amp;role=student"')
  expect(present).toContain('href="/api/admin/users.csv?role=student"')
  expect(present).toContain('Named &lt;Asha&gt;')
  expect(present).not.toContain('Save this filter')
  expect(extras({ text: 'ravi' })).toContain('Save this filter')
  expect(extras({})).not.toContain('Save this filter')
  expect(extras({}, false)).not.toContain('Download as CSV')
})

/** The choices that a list shows. */
function Chosen() {
  const [chosen] = useListChoices({ text: 'asha', role: '', at: 'place' })
  const set = Object.entries(chosen).filter(([, value]) => value !== '')
  return <p>{set.map((pair) => pair.join('=')).join(' ')}</p>
}

it('shows what a saved filter chooses as soon as it is pressed, while its rows load', async () => {
  const loading = new Promise<null>(() => {})
  const router = createMemoryRouter(
    [
      { path: '/users', loader: ({ request }) => (request.url.includes('role') ? loading : null), element: <Chosen /> },
      { path: '/orders', loader: () => loading, element: null },
    ],
    { initialEntries: ['/users?text=asha&at=place'], hydrationData: { loaderData: { '0': null } } },
  )
  for (const [address, chosen] of [
    ['/users?role=student', 'role=student'],
    ['/orders?role=student', 'text=asha at=place'],
  ]) {
    void router.navigate(String(address))
    await expect.poll(() => router.state.navigation.location?.pathname).toBe(String(address).split('?')[0])
    expect(renderToString(<RouterProvider router={router} />)).toContain(chosen)
  }
  router.dispose()
})

it('has boxes for the rows that an act fits, and no bar while none is chosen', () => {
  const rows = [{ _id: 'a' }, { _id: 'b' }]
  const list = (fitting: readonly string[]) =>
    shown(
      <WithBulk
        list="users"
        rows={rows}
        actsOf={({ _id }) => (fitting.includes(_id) ? ['suspend'] : [])}
        acts={['suspend', 'restore']}
        page=""
        last={null}
      >
        {(selection) => (
          <div>
            <PageBox selection={selection} />
            {rows.map(({ _id }) => (
              <RowBox key={_id} id={_id} name={`User ${_id}`} selection={selection} />
            ))}
          </div>
        )}
      </WithBulk>,
    )
  const some = list(['b'])
  expect(some).toContain('Select User b')
  expect(some).not.toContain('Select User a')
  expect(some).not.toContain('Clear selection')
  expect(list([])).toMatch(/<input[^>]*disabled/)
})

it('says what was done and what was not, with names', () => {
  const left = { what: 'undo' as const, rows: [{ _id: 'a', name: 'Asha', message: 'It was changed since.' }] }
  const last = { _id: 'act', act: 'remove' as const, count: 3, until: new Date(Date.now() + 60_000).toISOString() }
  const html = shown(<UndoNotice last={last} left={left} setLeft={() => {}} />)
  expect(html).toContain('3 reviews removed')
  expect(html).toContain('1 row was not undone')
  expect(html).toContain('Asha')
  expect(html).toContain('It was changed since.')
  expect(shown(<UndoNotice last={null} left={null} setLeft={() => {}} />)).not.toContain('Undo')
})
