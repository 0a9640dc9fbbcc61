import { resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fileArgument } from './run-programs.ts'

test('the file is meant from where the command was typed', () => {
  vi.stubEnv('INIT_CWD', '/somewhere')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  expect(fileArgument('db:export', ['copy.tar'])).toBe(resolve('/somewhere/copy.tar'))
  expect(fileArgument('db:export', ['/tmp/copy.tar'])).toBe(resolve('/tmp/copy.tar'))
})

test.each([[[]], [['a', 'b']]])('not exactly one file is refused: %j', (args) => {
  expect(() => fileArgument('db:export', args)).toThrow('npm run db:export -- FILE')
})
