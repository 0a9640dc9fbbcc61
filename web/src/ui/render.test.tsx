import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { Button } from './button.tsx'
import { DraftNotice } from './form/draft-notice.tsx'
import { Field } from './form/field.tsx'
import { Input } from './form/input.tsx'
import { RatingInput } from './form/rating-input.tsx'
import { ErrorState } from './layout/error-state.tsx'
import { PageHeader } from './layout/page-layout.tsx'
import { ErrorNotice } from './notice.tsx'
import { Price } from './price.tsx'
import { Rating } from './rating.tsx'
import { SaidText } from './said.tsx'
import { ComponentShowcase } from './showcase/component-showcase.tsx'

describe('on the server', () => {
  it('every component renders without a browser and without a warning', () => {
    const complaints = vi.spyOn(console, 'error')
    const html = renderToString(
      inEnglish(
        <MemoryRouter>
          <ComponentShowcase />
        </MemoryRouter>,
      ),
    )
    expect(html).toContain('Components')
    expect(complaints).not.toHaveBeenCalled()
    complaints.mockRestore()
  })

  it('a price brings the sign of its currency before the layout asks for it, once', () => {
    const prices = (text: string, struck: string | null) =>
      renderToString(inEnglish([<Price key="a" {...{ text, struck }} />, <Price key="b" {...{ text, struck }} />]))
    for (const html of [prices('₹499', null), prices('Free', '₹599')])
      expect(html.match(/<link[^>]*rel="preload"[^>]*as="font"/g)).toHaveLength(1)
    expect(prices('Free', null)).not.toContain('<link')
  })

  it('the way back stands before the heading, in one row with it', () => {
    const html = renderToString(
      inEnglish(
        <MemoryRouter>
          <PageHeader title="Lectures" back="/courses" />
        </MemoryRouter>,
      ),
    )
    expect(html).toMatch(/^<header class="(?:[^"]* )?flex [^"]*"><a [^>]*href="\/courses"[^>]*>.*<h1/)
  })

  it('a field connects label, hint and error to its control', () => {
    const html = renderToString(
      <Field label="Email" hint="We never share it" error="Not an address" required>
        <Input name="email" />
      </Field>,
    )
    const id = /<input[^>]* id="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`for="${id}"`)
    expect(html).toContain(`aria-describedby="${id}-error ${id}-hint"`)
    expect(html).toContain('aria-invalid="true"')
    expect(html).toMatch(/<input[^>]* required=""/)
  })

  it('what failed because the session has ended leads to the login, wherever it is said', () => {
    const said = { message: 'Please log in', login: '/login' }
    const places = [
      <ErrorNotice key="notice" said={said} />,
      <Field key="field" label="Title" error={said}>
        <Input name="title" />
      </Field>,
      <ErrorState key="state" text={<SaidText said={said} />} />,
    ]
    for (const place of places)
      expect(renderToString(inEnglish(place))).toMatch(/<a href="\/login"[^>]*>Log in again in a new tab<\/a>/)
    expect(renderToString(inEnglish(<ErrorNotice said={{ ...said, login: undefined }} />))).not.toContain('<a')
    // @ts-expect-error: it cannot stand in a page as a text, which would not lead on
    const text: ReactNode = said
    expect(text).toBe(said)
  })

  it.each([
    ['restored', 1],
    ['offered', 2],
    ['other', 2],
    ['aside', 2],
  ] as const)('a draft that is %s is said by a live region, with what can be done', (state, buttons) => {
    const html = renderToString(
      inEnglish(
        <DraftNotice draft={{ state, take: () => {}, leave: () => {} }} when={<span>now</span>} className="wide" />,
      ),
    )
    expect(html).toMatch(/^<div role="status" class="wide">/)
    expect(html.match(/<button/g)).toHaveLength(buttons)
    // there before it says something
    expect(renderToString(inEnglish(<DraftNotice draft={null} when={null} className="wide" />))).toBe(
      '<div role="status" class="sr-only"></div>',
    )
  })

  it('a rating input has five radio buttons of one name', () => {
    const html = renderToString(
      inEnglish(
        <RatingInput legend="Your rating" name="rating" stars={[1, 2, 3, 4, 5]} value={4} onChange={() => {}} />,
      ),
    )
    const radios = html.match(/<input[^>]*>/g) ?? []
    expect(radios.map((radio) => /aria-label="([^"]+)"/.exec(radio)?.[1])).toEqual([
      '1 star',
      '2 stars',
      '3 stars',
      '4 stars',
      '5 stars',
    ])
    expect(radios.every((radio) => radio.includes('type="radio"') && radio.includes('name="rating"'))).toBe(true)
    expect(radios.findIndex((radio) => radio.includes('checked'))).toBe(3)
  })

  it('an average has a text for screen readers', () => {
    expect(renderToString(inEnglish(<Rating value={4.25} count={1200} />))).toContain('aria-label="4.3 out of 5 stars"')
    expect(renderToString(inEnglish(<Rating value={0} />))).toContain('aria-label="0 out of 5 stars"')
  })

  it('a busy button keeps its text for screen readers and its size', () => {
    const plain = renderToString(<Button busy>Save</Button>)
    expect(plain).toContain('aria-busy="true"')
    expect(plain).not.toContain('disabled=""')
    expect(plain).toContain('Save')
    const worded = renderToString(<Button busyLabel="Processing...">Pay</Button>)
    expect(worded).toMatch(/invisible[^>]*>.*Processing\.\.\./)
  })
})
