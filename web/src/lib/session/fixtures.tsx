import type { Viewer } from '@virtual-courses/contract'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { inEnglish } from '#lib/text/fixtures.tsx'
import { defaultSettings, type RootData } from './session.ts'

export const student: Viewer = {
  ...{ _id: 'u1', name: 'Asha', email: 'asha@test.example', role: 'student', description: '', photoUrl: '' },
  ...{ enrolledCount: 0, latestCourseId: null, version: '1' },
}

type About = {
  user?: Viewer | null
  settings?: Partial<RootData['settings']>
  /** address of the page */
  at?: string
}

/** What the server renders of a part of a page, with what every page has: viewer and settings. */
export function renderInSite(element: ReactNode, { user = null, settings = {}, at = '/' }: About = {}): string {
  const root: RootData = { user, userData: null, settings: { ...defaultSettings, ...settings }, requestId: '' }
  const router = createMemoryRouter([{ id: 'root', path: '*', loader: () => root, element: inEnglish(element) }], {
    initialEntries: [at],
    hydrationData: { loaderData: { root } },
  })
  return renderToString(<RouterProvider router={router} />).replaceAll('<!-- -->', '')
}
