import { expect, it } from 'vitest'
import { renderInSite, student } from '#lib/session/fixtures.tsx'
import { SearchField } from './search-field.tsx'

it('the search of the bar works before its scripts, and says which key leads to it', () => {
  for (const [user, list] of [
    [null, '/browse'],
    [student, '/allcourses'],
  ] as const) {
    const html = renderInSite(<SearchField />, { user })
    expect(html).toMatch(new RegExp(`<form [^>]*action="${list}"`))
    expect(html).toMatch(/<input[^>]* name="text"/)
    expect(html).toContain('aria-keyshortcuts="/"')
    // what does not fit ends with an ellipsis
    expect(html).toMatch(/<input[^>]* class="[^"]*\btruncate\b/)
  }
})
