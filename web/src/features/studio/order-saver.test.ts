import { expect, it } from 'vitest'
import { createOrderSaver } from './order-saver.ts'

/** A server that answers when it is told to. */
function begin() {
  const sent: string[] = []
  const refused: string[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const saver = createOrderSaver({
    save: (order) => {
      sent.push(order.join(''))
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
    },
    onRefused: (error, stands) => refused.push(`${(error as Error).message} ${stands.join('')}`),
  })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    sent,
    refused,
    push: (wanted: string, stands: string) => saver.push([...wanted], [...stands]),
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

it('sends one at a time, and of those that wait the newest alone', async () => {
  const { push, sent, accept, refused } = begin()
  push('bac', 'abc')
  push('bca', 'bac')
  push('cba', 'bca')
  expect(sent).toEqual(['bac'])
  await accept()
  expect(sent).toEqual(['bac', 'cba'])
  await accept()
  push('abc', 'cba')
  expect(sent).toEqual(['bac', 'cba', 'abc'])
  expect(refused).toEqual([])
})

it('goes back to what the server has when it refuses, and goes on from there', async () => {
  const { push, sent, accept, refuse, refused } = begin()
  push('bac', 'abc')
  await accept()
  push('bca', 'bac')
  push('cba', 'bca')
  await refuse()
  expect(refused).toEqual(['no bac'])
  expect(sent).toEqual(['bac', 'bca'])
  push('cab', 'bac')
  expect(sent).toEqual(['bac', 'bca', 'cab'])
  await refuse()
  expect(refused).toEqual(['no bac', 'no bac'])
})
