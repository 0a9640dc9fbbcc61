import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../project-root.ts'

/** Commands as a runbook prints them. `notRun` is the reason why `npm run runbooks` leaves them out, if it does. */
export type Block = { page: string; line: number; text: string; notRun: string | undefined }

/** The mark before commands that need what no test machine has: `<!-- not run: REASON -->`. */
const mark = /^<!-- not run: (.+) -->$/

/** Returns the blocks of commands (```sh) of a page of docs/, in their order. */
export function readBlocks(page: string): Block[] {
  const lines = readFileSync(join(projectRoot, 'docs', page), 'utf8').split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const indent = /^( *)```sh$/.exec(lines[at] ?? '')?.[1]
    if (indent === undefined) continue
    const end = lines.indexOf(`${indent}\`\`\``, at)
    const before = lines
      .slice(0, at)
      .findLast((line) => line.trim() !== '')
      ?.trim()
    const text = lines
      .slice(at + 1, end)
      .map((line) => line.slice(indent.length))
      .join('\n')
    blocks.push({ page, line: at + 1, text, notRun: mark.exec(before ?? '')?.[1] })
    at = end
  }
  return blocks
}

/** The pages that `npm run runbooks` follows, in the order of an operator who begins with an empty machine. */
export const followedPages = [
  'runbooks/postgresql.md',
  'runbooks/nginx.md',
  'runbooks/redis.md',
  'runbooks/backup.md',
  'runbooks/storage.md',
  'runbooks/payouts.md',
] as const

/** Pages whose commands are examples for other machines or for containers; their syntax is checked. */
export const otherPages = [
  'runbooks/janus.md',
  'runbooks/monitoring.md',
  'runbooks/recordings.md',
  'runbooks/s3.md',
  'runbooks/search.md',
  'runbooks/turn.md',
  'runbooks/video.md',
  'how-to/run-in-containers.md',
] as const

/** What stands in the runbooks for the operator's own. */
export const placeholders: Readonly<Record<string, string>> = {
  VERSION: '1.0.0',
  NEXT: '1.1.0',
  REPOSITORY: '/repository',
}
