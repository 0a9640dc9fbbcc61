import { join } from 'node:path'
import { endLike } from './launch/follow.mjs'
import { PlainError } from './launch/plain-error.mjs'
import { projectRoot } from './project-root.ts'
import { runNode } from './run-tool.ts'

export async function run(args: string[]): Promise<void> {
  const [address, ...others] = args
  if (!address || others.length > 0) throw new PlainError('Name one address: npm run admin:invite -- ADDRESS')
  await endLike(await runNode(join(projectRoot, 'server', 'src', 'cli', 'invite-admin.ts'), [address]))
}
