import { join } from 'node:path'
import { api } from '@virtual-courses/contract'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { countCalledEndpoints, findUncalled } from './called-endpoints.ts'
import { emptyOutcome } from './suite.ts'

const { login, currentUser } = { login: api.accounts.login, currentUser: api.accounts.current }
const loginCall = `${login.method} ${login.path}`
const currentCall = `${currentUser.method} ${currentUser.path}`

test.each([
  ['nothing', [], [`no test calls ${loginCall} with success`, `no test calls ${currentCall} with success`]],
  [
    'success alone',
    [`${loginCall} 200`, `${currentCall} 200`],
    [`no test calls ${loginCall} with input that is refused`],
  ],
  [
    'a stranger alone',
    [`${loginCall} 200`, `${loginCall} 403`, `${currentCall} 200`],
    [`no test calls ${loginCall} with input that is refused`],
  ],
  ['success and bad input', [`${loginCall} 400`, `${loginCall} 200`, `${currentCall} 304`], []],
])('finds what %s leaves out', (_name, lines, problems) => {
  expect(findUncalled([login, currentUser], lines)).toEqual(problems)
})

test('a run that recorded nothing fails for each endpoint', () => {
  const outcome = countCalledEndpoints(emptyOutcome(), join(temporaryFolder({}), 'none'))
  expect(outcome.failed).toBeGreaterThan(50)
  expect(outcome.failed).toBe(outcome.notes.length)
})
