import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project-root.ts'
import { nodeArguments, processEnvironment } from './server-process.ts'

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8')
const node = `node ${nodeArguments.join(' ')}`
const environment = Object.entries(processEnvironment).map(([name, value]) => `${name}=${value}`)

test.each([
  ['README.md', `${environment.join(' ')} ${node} scripts/run.mjs start`],
  ['docs/runbooks/search.md', `${environment.join(' ')} ROLE=search PORT=8100 ${node} scripts/run.mjs start`],
  ['deploy/systemd/virtual-courses-web@.service', `ExecStart=/usr/bin/${node} scripts/run.mjs start\n`],
  ['deploy/systemd/virtual-courses-worker.service', `ExecStart=/usr/bin/${node} scripts/run.mjs start\n`],
  ['Dockerfile', `CMD ${JSON.stringify(['node', ...nodeArguments, 'server/src/main.ts']).replaceAll(',', ', ')}`],
  // what is compiled under other flags is not used
  ['Dockerfile', `RUN ${node} server/src/cli/compile.ts`],
])('%s starts the server with its arguments', (name, command) => {
  expect(read(name)).toContain(command)
})

test.each([
  ['deploy/systemd/virtual-courses-web@.service', 'Environment='],
  ['deploy/systemd/virtual-courses-worker.service', 'Environment='],
  ['Dockerfile', 'ENV '],
])('%s starts the server with its environment', (name, keyword) => {
  const lines = read(name).split('\n')
  const set = lines.flatMap((line) => (line.startsWith(keyword) ? line.slice(keyword.length).split(' ') : []))
  expect(set).toEqual(expect.arrayContaining(environment))
})
