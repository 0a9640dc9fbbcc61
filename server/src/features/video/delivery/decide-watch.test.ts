import { describe, expect, it } from 'vitest'
import { decideWatch } from '../../lectures/rules.ts'

const viewers = {
  visitor: null,
  student: { id: 's', role: 'student' },
  owner: { id: 'o', role: 'educator' },
  educator: { id: 'e', role: 'educator' },
  admin: { id: 'a', role: 'admin' },
} as const
const states = {
  published: { published: true, removed: false, preview: false },
  preview: { published: true, removed: false, preview: true },
  draft: { published: false, removed: false, preview: false },
  draftPreview: { published: false, removed: false, preview: true },
  removed: { published: false, removed: true, preview: true },
} as const
const table = (enrolled: boolean) =>
  Object.fromEntries(
    Object.entries(states).map(([name, state]) => [
      name,
      Object.values(viewers).map((viewer) => {
        const decision = decideWatch({ creatorId: 'o', ...state }, viewer, enrolled)
        return 'ok' in decision ? 'ok' : decision.problem
      }),
    ]),
  )

describe('decideWatch', () => {
  it('decides for visitor, student, owner, another educator, admin', () => {
    const gone = 'not_found'
    expect(table(false)).toEqual({
      published: ['unauthenticated', 'not_entitled', 'ok', 'not_entitled', 'ok'],
      preview: ['ok', 'ok', 'ok', 'ok', 'ok'],
      draft: [gone, gone, 'ok', gone, 'ok'],
      draftPreview: [gone, gone, 'ok', gone, 'ok'],
      removed: [gone, gone, gone, gone, gone],
    })
  })
  it('lets enrolled students watch whatever happened to the course', () => {
    expect(new Set(Object.values(table(true)).map((row) => row[1]))).toEqual(new Set(['ok']))
  })
})
