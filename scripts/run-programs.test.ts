import { expect, onTestFinished, test, vi } from 'vitest'
import { fromCaller } from './run-programs.ts'

test('folders are meant from where the command was typed, options are kept', () => {
  vi.stubEnv('INIT_CWD', '/somewhere')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  expect(fromCaller(['copy', '--previous', '../old'])).toEqual(['/somewhere/copy', '--previous', '/old'])
  expect(fromCaller(['--previous=old'])).toEqual(['--previous=/somewhere/old'])
  expect(fromCaller(['/tmp/copy', '--check'])).toEqual(['/tmp/copy', '--check'])
})
