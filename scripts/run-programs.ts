import { join, resolve } from 'node:path'
import { endLike } from './launch/follow.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'
import { runNode, toolPath } from './run-tool.ts'

const cli = (name: string): string => join(projectRoot, 'server', 'src', 'cli', name)

/** `npm run backup`. */
export async function backUp(args: string[]): Promise<void> {
  await endLike(await runNode(cli('backup.ts'), fromCaller(args)))
}

/** `npm run restore`. */
export async function restore(args: string[]): Promise<void> {
  await endLike(await runNode(cli('restore.ts'), fromCaller(args)))
}

/** Returns arguments with paths, which are relative to where the user typed the command: npm starts scripts in the project folder. */
export const fromCaller = (args: readonly string[]): string[] =>
  args.map((arg) => {
    const [, option = '', path = ''] = /^(--[a-z]+=)?(.*)$/.exec(arg) ?? []
    return path.startsWith('-') ? arg : option + resolve(process.env.INIT_CWD ?? process.cwd(), path)
  })

/** `npm run admin:invite`. */
export async function inviteAdmin(args: string[]): Promise<void> {
  const [address, ...others] = args
  if (!address || others.length > 0) throw new PlainError('Name one address: npm run admin:invite -- ADDRESS')
  await endLike(await runNode(cli('invite-admin.ts'), [address]))
}

/** `npm run admin:factors`. */
export async function removeFactors(args: string[]): Promise<void> {
  const [address, ...others] = args
  if (!address || others.length > 0) throw new PlainError('Name one address: npm run admin:factors -- ADDRESS')
  await endLike(await runNode(cli('remove-factors.ts'), [address]))
}

/** `npm run media:check`. */
export async function checkMedia(args: string[]): Promise<void> {
  await endLike(await runNode(cli('check-media.ts'), args))
}

/** `npm run bank-details:forget`. */
export async function deleteBankDetails(args: string[]): Promise<void> {
  await endLike(await runNode(cli('forget-bank-details.ts'), args))
}

/** `npm run db:shell`. */
export async function openShell(args: string[]): Promise<void> {
  await endLike(await runNode(cli('open-shell.ts'), args))
}

/** `npm run format`. */
export async function format(args: string[]): Promise<void> {
  await endLike(await runNode(toolPath('@biomejs/biome', 'biome'), ['check', '--write', ...args]))
}

/** `npm run messages`. */
export async function collectMessages(args: string[]): Promise<void> {
  await endLike(await runNode(toolPath('@lingui/cli', 'lingui'), ['extract', '--clean', '--workers', '1', ...args]))
}
