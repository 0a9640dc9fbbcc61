import { join } from 'node:path'
import { projectRoot } from './project-root.ts'
import { runNode, toolPath } from './run-tool.ts'

/** One thing that must hold without running the product; `hold` prints its findings and answers whether it does. */
export type Check = { name: string; hold: () => Promise<boolean> }

/** Everything that `npm run check` asks, in the order in which a failure explains the later ones best. */
export const checks: Check[] = [
  { name: 'types of the contract', hold: () => tsc('contract') },
  { name: 'types of the server', hold: () => tsc('server') },
  { name: 'types of the web app', hold: async () => (await typegen()) && (await tsc('web')) },
  { name: 'types of the journeys, benchmarks and scripts', hold: () => tsc('.') },
  { name: 'lint and format', hold: () => tool('@biomejs/biome', 'biome', ['ci', ...plain]) },
  { name: 'generated documents', hold: () => succeeds(join(import.meta.dirname, 'run.mjs'), ['docs', '--check']) },
]

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
