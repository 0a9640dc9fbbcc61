import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import { openApiDocument } from '../../server/src/http/openapi.ts'
import { runNode, toolPath } from '../run-tool.ts'

// both are CommonJS, whose names Node does not find in an import
const require = createRequire(import.meta.url)
const { Spectral }: typeof import('@stoplight/spectral-core') = require('@stoplight/spectral-core')
const { oas }: typeof import('@stoplight/spectral-rulesets') = require('@stoplight/spectral-rulesets')

const description = () => openApiDocument('https://courses.example', 'session')

/** Returns what Spectral's rules for OpenAPI find in a document, warnings and hints too. */
export async function judgeBySpectral(document: object = description()): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas as RulesetDefinition] }) // its own type of it leaves out that it may extend nothing
  const found = await spectral.run({ ...document })
  return found.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`)
}

/** Lints a document by Redocly's rules, whose findings `onText` gets. Returns whether there are none. */
export async function holdsForRedocly(
  onText: (text: string) => void,
  document: object = description(),
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'vc-openapi-'))
  const file = join(folder, 'openapi.json')
  try {
    writeFileSync(file, JSON.stringify(document))
    const config = join(import.meta.dirname, 'redocly.yaml')
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const args = ['lint', file, '--config', config, '--format', 'github-actions']
    return (await runNode(toolPath('@redocly/cli', 'redocly'), args, { env, onText })).code === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
