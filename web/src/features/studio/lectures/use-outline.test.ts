import type { Lecture, Outline } from '@virtual-courses/contract'
import { expect, it } from 'vitest'
import {
  arrange,
  compareOrders,
  createOrderSaver,
  moveInto,
  moveItem,
  moveSection,
  outlineBody,
  outlineRows,
} from './use-outline.ts'

it.each([
  [0, 2, 'bcad'],
  [2, 0, 'cabd'],
  [3, 3, 'abcd'],
  [1, 2, 'acbd'],
  [9, 0, 'abcd'],
])('moves %d to %d', (from, to, wanted) => expect(moveItem([...'abcd'], from, to).join('')).toBe(wanted))

it('arranges by ids; unknown items come last', () => {
  const items = [...'abcd'].map((_id) => ({ _id }))
  const arranged = (order: string[] | null) =>
    arrange(items, order)
      .map(({ _id }) => _id)
      .join('')
  expect(arranged(null)).toBe('abcd')
  expect(arranged(['d', 'b', 'a', 'c'])).toBe('dbac')
  expect(arranged(['c', 'removed', 'a'])).toBe('cabd')
})

/** A server that replies when the test says so. */
function setUp() {
  const sent: string[] = []
  const failures: string[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const saver = createOrderSaver({
    save: (order) => {
      sent.push(order.join(''))
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
    },
    onError: (error, saved) => failures.push(`${(error as Error).message} ${saved.join('')}`),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    sent,
    failures,
    push: (wanted: string, saved: string) => saver.push([...wanted], [...saved]),
    async accept() {
      answers.shift()?.resolve()
      await settled()
    },
    async refuse() {
      answers.shift()?.reject(new Error('no'))
      await settled()
    },
  }
}

it('saves one order at a time, and skips all waiting ones but the newest', async () => {
  const { push, sent, accept, failures } = setUp()
  push('bac', 'abc')
  push('bca', 'bac')
  push('cba', 'bca')
  expect(sent).toEqual(['bac'])
  await accept()
  expect(sent).toEqual(['bac', 'cba'])
  await accept()
  push('abc', 'cba')
  expect(sent).toEqual(['bac', 'cba', 'abc'])
  expect(failures).toEqual([])
})

it('returns to the saved order after an error, and continues from there', async () => {
  const { push, sent, accept, refuse, failures } = setUp()
  push('bac', 'abc')
  await accept()
  push('bca', 'bac')
  push('cba', 'bca')
  await refuse()
  expect(failures).toEqual(['no bac'])
  expect(sent).toEqual(['bac', 'bca'])
  push('cab', 'bac')
  expect(sent).toEqual(['bac', 'bca', 'cab'])
  await refuse()
  expect(failures).toEqual(['no bac', 'no bac'])
})

const lecture = (_id: string, sectionId?: string): Lecture => ({
  _id,
  lectureTitle: _id,
  isPreviewFree: false,
  isLive: false,
  liveState: 'none',
  liveStartTime: null,
  videoUrl: '',
  videoBytes: 0,
  durationSeconds: null,
  ...(sectionId && { sectionId }),
})

const outline: Pick<Outline, 'sections' | 'lectures'> = {
  sections: [
    { _id: 'X', title: 'First' },
    { _id: 'Y', title: 'Second' },
  ],
  lectures: [lecture('a'), lecture('b', 'X'), lecture('c', 'X'), lecture('d', 'Y')],
}
const rows = outlineRows(outline, null)
const ids = (order: readonly (string | { _id: string })[]) =>
  order.map((one) => (typeof one === 'string' ? one : one._id)).join('')

it('lists headings and lectures in one order; a lecture belongs to the heading before it', () => {
  expect(ids(rows)).toBe('aXbcYd')
  const moved = outlineRows(outline, [...'XcaYdb'])
  expect(
    moved.map((row) => (row.kind === 'section' ? `${row._id}${row.count}` : `${row.number}${row.section?._id ?? '-'}`)),
  ).toEqual(['X2', '1X', '2X', 'Y2', '3Y', '4Y'])
  expect(ids(outlineRows({ ...outline, lectures: [...outline.lectures, lecture('new', 'Y')] }, [...'YdXcba']))).toBe(
    'YdXcbanew',
  )
})

it('lists a lecture whose section another tab has added last, not nowhere', () => {
  const lectures = [...outline.lectures, lecture('e', 'Z')]
  expect(ids(outlineRows({ ...outline, lectures }, null))).toBe('aXbcYde')
})

it('is saved as its rows', () =>
  expect(outlineBody(['a', 'X', 'b'], new Set(['X', 'Y']))).toEqual({
    rows: [
      { kind: 'lecture', id: 'a' },
      { kind: 'section', id: 'X' },
      { kind: 'lecture', id: 'b' },
    ],
  }))

it.each([
  ['a', 'X', 'XbcaYd'],
  ['a', 'Y', 'XbcYda'],
  ['d', null, 'adXbcY'],
  ['b', 'X', 'aXcbYd'],
])('moves lecture %s to the end of section %s', (id, section, wanted) =>
  expect(ids(moveInto(rows, id, section))).toBe(wanted),
)

it.each([
  ['X', 'down', 'aYdXbc'],
  ['Y', 'up', 'aYdXbc'],
  ['X', 'up', 'aXbcYd'],
  ['Y', 'down', 'aXbcYd'],
  ['unknown', 'down', 'aXbcYd'],
] as const)('moves section %s %s with its lectures', (id, direction, wanted) =>
  expect(ids(moveSection(rows, id, direction))).toBe(wanted),
)

it('compares orders: what was added or removed elsewhere is no question, a row that was moved is', () => {
  const { sections, lectures } = outline
  const base = ['a', 'X', 'b', 'c', 'Y', 'd']
  const wanted = ['a', 'X', 'c', 'b', 'Y', 'd']
  const longer = compareOrders(base, wanted, { sections, lectures: [...lectures.slice(0, 3), lecture('n', 'Y')] })
  expect(longer).toEqual({ order: ['a', 'X', 'c', 'b', 'Y', 'n'], mine: '', theirs: '' })
  const moved = compareOrders(base, wanted, { sections: sections.toReversed(), lectures })
  expect(moved.order).toEqual(wanted)
  expect([moved.mine, moved.theirs]).toEqual([
    '1. a\nFirst\n2. c\n3. b\nSecond\n4. d',
    '1. a\nSecond\n2. d\nFirst\n3. b\n4. c',
  ])
})
