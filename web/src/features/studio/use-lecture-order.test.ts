import { expect, it } from 'vitest'
import { arrange, createOrderSaver, moveItem } from './use-lecture-order.ts'

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
