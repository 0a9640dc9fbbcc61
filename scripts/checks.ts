import { join } from 'node:path'
import { findPrivateWords } from './check-words.ts'
import { foreignText, unisolatedText } from './judges/foreign-text.ts'
import { looseText } from './judges/loose-text.ts'
import { holdsForRedocly, judgeBySpectral } from './judges/openapi.ts'
import { judgeSources, pages, sentences } from './judges/sources.ts'
import { endLike, stopSignal } from './launch/follow.mjs'
import { projectRoot } from './project-root.ts'
import { runNode, toolPath } from './run-tool.ts'
import { seconds } from './suites/run-suites.ts'
import { emptyOutcome, type Suite } from './suites/suite.ts'

/** One thing that must hold without running the product; `hold` prints its findings and resolves to whether it does. */
type Check = { name: string; hold: () => Promise<boolean> }

/** Everything that `npm run check` asks, in the order in which a failure explains the later ones best. */
const checks: Check[] = [
  { name: 'types of the contract', hold: () => tsc('contract') },
  { name: 'types of the server', hold: () => tsc('server') },
  { name: 'types of the web app', hold: async () => (await typegen()) && (await tsc('web')) },
  { name: 'types of the end-to-end tests, benchmarks and scripts', hold: () => tsc('.') },
  {
    name: 'import law and cycles',
    hold: () => tool('dependency-cruiser', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...cruised]),
  },
  {
    name: 'unused files, exports and packages',
    hold: () => tool('knip', 'knip', ['--no-progress', '--no-config-hints']),
  },
  { name: 'words', hold: async () => prints(findPrivateWords()) },
  {
    name: 'pages: text that translators can change, and its direction',
    hold: async () =>
      prints(
        judgeSources([
          { rule: looseText, files: pages },
          { rule: foreignText, files: pages },
          { rule: unisolatedText, files: sentences },
        ]),
      ),
  },
  { name: 'description of the API, by Redocly', hold: () => holdsForRedocly() },
  { name: 'description of the API, by Spectral', hold: async () => prints(await judgeBySpectral()) },
  { name: 'lint and format', hold: () => tool('@biomejs/biome', 'biome', ['ci', ...plain]) },
  { name: 'generated documents', hold: () => succeeds(join(import.meta.dirname, 'run.mjs'), ['docs', '--check']) },
]

/** What the import law is held for: programs beside the product may import anything. */
const cruised = ['contract/src', 'server/src', 'server/test', 'embedded-postgres/src', 'demo/src', 'web/src']

/** Prints problems, and returns whether there are none. */
function prints(problems: readonly string[]): boolean {
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

/** Biome colours every letter on its own, even into a file. */
const plain = process.stdout.isTTY ? [] : ['--colors=off']

/** The route modules import types that are made from the list of routes. */
function typegen(): Promise<boolean> {
  return tool('@react-router/dev', 'react-router', ['typegen'], join(projectRoot, 'web'))
}

function tsc(folder: string): Promise<boolean> {
  return tool('typescript', 'tsc', ['-p', folder])
}

function tool(packageName: string, program: string, args: string[], cwd = projectRoot): Promise<boolean> {
  return succeeds(toolPath(packageName, program), args, cwd)
}

async function succeeds(file: string, args: string[], cwd = projectRoot): Promise<boolean> {
  return (await runNode(file, args, { cwd })).code === 0
}

/** Runs every check to its end and prints one line for each. Returns which held and which did not, by name. */
async function runChecks(): Promise<{ held: string[]; broken: string[] }> {
  const held: string[] = []
  const broken: string[] = []
  for (const { name, hold } of checks) {
    if (stopSignal()) break
    const start = performance.now()
    const holds = await hold().catch((error: unknown) => {
      console.error(error)
      return false
    })
    const verdicts = holds ? held : broken
    verdicts.push(name)
    console.log(`${holds ? 'ok    ' : 'FAILED'}  ${name} (${seconds(performance.now() - start)})`)
  }
  return { held, broken }
}

/** `npm run check`. */
export async function run(): Promise<void> {
  const { broken } = await runChecks()
  const signal = stopSignal()
  if (signal) await endLike({ code: null, signal })
  if (broken.length > 0) process.exitCode = 1
}

/** `npm run check` as a suite of `npm test`: each check counts as one test. */
export const checkSuite: Suite = {
  name: 'check',
  title: 'types, lint, format, generated documents',
  async run() {
    const { held, broken } = await runChecks()
    const notes = broken.map((name) => `failed: ${name}`)
    return { ...emptyOutcome(), passed: held.length, failed: broken.length, notes }
  },
}
