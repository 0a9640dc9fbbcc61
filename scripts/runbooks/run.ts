import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { follow } from '../launch/follow.mjs'
import { PlainError } from '../launch/plain-error.mjs'
import { prepareRunbooks } from '../prepare/system-programs.ts'
import { projectRoot } from '../project-root.ts'
import { followedPages, placeholders, readBlocks } from './read-runbooks.ts'

/** The commands of a page as one shell of an operator would get them. `at` names the block that fails. */
function scriptOf(page: string): string {
  const parts = readBlocks(page).map(({ line, text, notRun }) => {
    const place = `docs/${page}:${line}`
    if (notRun !== undefined) return `echo '   (${place} is not run: ${notRun.replaceAll("'", '')})'`
    const commands = Object.entries(placeholders)
      .reduce((all, [name, value]) => all.replace(new RegExp(`\\b${name}\\b`, 'g'), value), text)
      // the registry is not there: the packages are those of this folder
      .replace(/^(.* git clone) (.*)$/gm, '$1 --quiet $2\nprovide-packages "$PWD"')
    // what people have is made before an upgrade, and looked for after it
    const [before, after] = /clone .*NEXT/.test(text) ? ['probe before\n', '\nprobe after'] : ['', '']
    return `at='${place}'; echo "== $at"\n${before}${commands}${after}`
  })
  return `set -eEo pipefail\ntrap 'echo "FAILED: $at" >&2' ERR\ncd /repository-files\n${parts.join('\n')}\n`
}

/**
 * `npm run runbooks [PAGE …]`: follows the commands of the runbooks as they are printed, with the installed programs, on a copy of this
 * system that is thrown away: files, network and processes are those of a namespace. Ends with 1 at the first command that fails.
 */
export async function run(args: string[]): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new PlainError('The runbooks are followed as root on Debian or Ubuntu, in a namespace that is thrown away.')
  await prepareRunbooks()
  const folder = mkdtempSync(join(tmpdir(), 'vc-runbooks-'))
  chmodSync(folder, 0o755)
  try {
    copyProject(join(folder, 'files'))
    makeRepository(join(folder, 'files'), join(folder, 'repository'))
    const pages = followedPages.filter(
      (page) =>
        args.length === 0 ||
        args.some((name) => page.includes(name)) ||
        page.includes('postgresql') ||
        page.includes('nginx'),
    )
    for (const [index, page] of pages.entries()) writeFileSync(join(folder, `${index}.page.sh`), scriptOf(page))
    const inside = join(projectRoot, 'scripts/runbooks/inside.sh')
    const namespace = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
    const { code } = await follow('unshare', [...namespace, 'bash', inside, folder, projectRoot])
    if (code !== 0) throw new PlainError('A runbook does not work as it is printed (see above).')
    console.log(`The commands of ${pages.length} runbooks work as they are printed.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies what belongs to the working copy, what is not committed too. */
function copyProject(to: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  for (const file of new Set(files.split('\0').filter(Boolean))) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    try {
      cpSync(join(projectRoot, file), join(to, file), { verbatimSymlinks: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error // deleted, and not yet committed
    }
  }
}

/** Makes a repository of the files, with the versions that the runbooks install. */
function makeRepository(files: string, repository: string): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', files, '-c', 'user.name=Operator', '-c', 'user.email=operator@test.example', ...args], {
      stdio: 'ignore',
    })
  git('init', '--initial-branch', placeholders.VERSION ?? '')
  git('add', '--all', '--force')
  git('commit', '--message', 'files')
  git('branch', placeholders.NEXT ?? '')
  execFileSync('git', ['clone', '--bare', '--quiet', files, repository])
}
