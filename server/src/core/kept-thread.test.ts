import { expect, test } from 'vitest'
import { keptThread } from './kept-thread.ts'

type Act = 'answer' | 'end' | 'hang'
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', (act) => {
    if (act === 'end') process.exit(0)
    while (act === 'hang') {}
    parentPort.postMessage(threadId)
  })
`)}`,
)
const open = (limitMs = 60_000) => keptThread<Act, number>({ program, name: 'a test', heapMb: 32, limitMs })

test('one thread answers what is asked in turn', async () => {
  const ask = open()
  const first = await ask('answer')
  expect([await ask('answer'), await ask('answer')]).toEqual([first, first])
})

test('one that ends, takes too long or is left has really ended, and another one answers the next', async () => {
  const ask = open(500)
  const first = await ask('answer')
  await expect(ask('end')).rejects.toThrow('The thread a test ended')
  const second = await ask('answer')
  await expect(ask('hang')).rejects.toThrow('a test took too long')
  const leave = new AbortController()
  const left = ask('hang', leave.signal)
  leave.abort(new Error('the client has left'))
  await expect(left).rejects.toThrow('the client has left')
  await expect(ask('answer', leave.signal)).rejects.toThrow('the client has left')
  expect(new Set([first, second, await ask('answer')]).size).toBe(3)
})
