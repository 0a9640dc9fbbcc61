import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { foreignText, unisolatedText } from '../judges/foreign-text.ts'
import { looseText } from '../judges/loose-text.ts'
import { holdsForRedocly, judgeBySpectral } from '../judges/openapi.ts'
import { judgeSources, pages, sentences, spokenPages } from '../judges/sources.ts'
import { untranslatedText } from '../judges/untranslated-text.ts'
import { endLike, stopSignal } from '../launch/follow.mjs'
import { projectRoot } from '../project-root.ts'
import { runNode, toolPath } from '../run-tool.ts'
import { seconds } from '../suites/run-suites.ts'
import { emptyOutcome, type Suite } from '../suites/suite.ts'
import { findPrivateWords } from './check-words.ts'

type Say = (text: string) => void
/** One thing that must hold without running the product; `hold` says its findings and resolves to whether it does. */
type Check = { name: string; hold: (say: Say) => Promise<boolean> }

/** What the import law is held for. */
const cruised = ['contract', 'server', 'embedded-postgres', 'demo', 'web'].map((name) => `${name}/src`)
cruised.push('server/test', 'e2e', 'bench', 'scripts')

/** Says problems, and returns whether there are none. */
function reports(problems: readonly string[], say: Say): boolean {
  for (const problem of problems) say(`${problem}\n`)
  return problems.length === 0
}

/** Biome colours every letter on its own, even into a file. */
const plain = process.stdout.isTTY ? [] : ['--colors=off']

/** The route modules import types that are made from the list of routes. */
const typegen = tool('@react-router/dev', 'react-router', ['typegen'], join(projectRoot, 'web'))

/** Checks at the same moment: most of them use one core. */
const atOnce = 2

/** Each checker of TypeScript reads all types for itself: four, its default, take 35 s of the processor for the server, one takes 14. */
const checkers = Math.min(4, Math.max(1, Math.floor(availableParallelism() / atOnce)))

function tsc(folder: string): Check['hold'] {
  return tool('typescript', 'tsc', ['-p', folder, '--checkers', String(checkers)])
}

function tool(packageName: string, program: string, args: string[], cwd = projectRoot): Check['hold'] {
  return succeeds(toolPath(packageName, program), args, cwd)
}

function succeeds(file: string, args: string[], cwd = projectRoot): Check['hold'] {
  return async (onText) => (await runNode(file, args, { cwd, onText })).code === 0
}

/** Everything that `npm run check` asks, in the order in which a failure explains the later ones best. */
const checks: Check[] = [
  { name: 'types of the contract', hold: tsc('contract') },
  { name: 'types of the server', hold: tsc('server') },
  { name: 'types of the web app', hold: async (say) => (await typegen(say)) && (await tsc('web')(say)) },
  { name: 'types of the end-to-end tests, benchmarks and scripts', hold: tsc('.') },
  {
    name: 'import law and cycles',
    hold: tool('dependency-cruiser', 'depcruise', ['--config', '.dependency-cruiser.mjs', ...cruised]),
  },
  {
    name: 'unused files, exports and packages',
    hold: tool('knip', 'knip', ['--no-progress', '--no-config-hints']),
  },
  { name: 'words', hold: async (say) => reports(findPrivateWords(), say) },
  {
    name: 'pages: text that translators can change, and its direction',
    hold: async (say) =>
      reports(
        judgeSources([
          { rule: looseText, files: pages },
          { rule: untranslatedText, files: spokenPages },
          { rule: foreignText, files: pages },
          { rule: unisolatedText, files: sentences },
        ]),
        say,
      ),
  },
  { name: 'description of the API, by Redocly', hold: (say) => holdsForRedocly(say) },
  { name: 'description of the API, by Spectral', hold: async (say) => reports(await judgeBySpectral(), say) },
  { name: 'lint and format', hold: tool('@biomejs/biome', 'biome', ['ci', ...plain]) },
  {
    name: 'catalogues of messages',
    hold: async (say) => {
      const holds = await tool('@lingui/cli', 'lingui', ['check', 'sync', '--clean', '--workers', '1'])(say)
      if (!holds) say('Write them: npm run messages; then translate what is new (docs/how-to/add-a-translation.md).\n')
      return holds
    },
  },
  { name: 'generated documents', hold: succeeds(join(import.meta.dirname, '../run.mjs'), ['docs', '--check']) },
]

/** Runs every check to its end, and prints what it said with one line about it. Returns which held and which did not, by name. */
async function runChecks(): Promise<{ held: string[]; broken: string[] }> {
  const held: string[] = []
  const broken: string[] = []
  const waiting = [...checks]
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check && !stopSignal(); check = waiting.shift()) {
      const { name, hold } = check
      const start = performance.now()
      let said = ''
      const holds = await hold((text) => {
        said += text
      }).catch((error: unknown) => {
        console.error(error)
        return false
      })
      const verdicts = holds ? held : broken
      verdicts.push(name)
      process.stdout.write(`${said}${holds ? 'ok    ' : 'FAILED'}  ${name} (${seconds(performance.now() - start)})\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
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
    return [{ ...emptyOutcome(), passed: held.length, failed: broken.length, notes }]
  },
}
