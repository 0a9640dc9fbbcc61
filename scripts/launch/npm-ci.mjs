// @ts-check
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { follow } from './follow.mjs'
import { PlainError } from './plain-error.mjs'

const FLAGS = [
  '--ignore-scripts',
  // Whatever the user's own settings or NODE_ENV=production leave out: the web app is built here.
  '--include=dev',
  '--include=optional',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=10000',
]

/**
 * Installs a folder's lock file with the running Node, whichever Node npm itself belongs to.
 * @param {string} folder with package.json and package-lock.json
 * @param {{ isComplete?: () => boolean, remedy?: string }} [options] npm ends well even when an optional package could not
 *   be fetched; `isComplete` says whether what matters is there. `remedy` is one more sentence of advice.
 * @throws {PlainError} with npm's reason and what to do
 */
export async function npmCi(folder, { isComplete = () => true, remedy = '' } = {}) {
  let log = ''
  const ending = await follow(process.execPath, [findNpm(), 'ci', ...FLAGS, '--loglevel=verbose'], {
    cwd: folder,
    env: withoutOuterNpm(),
    onErrorText: (text) => {
      log += text
    },
  })
  if (ending.code === 0 && isComplete()) return
  const reasons = reasonsIn(log)
  throw new PlainError(
    [
      `npm could not install what ${folder} needs${ending.signal ? ` (ended by ${ending.signal})` : ''}.`,
      ...reasons.map((line) => `  ${line}`),
      adviceFor(reasons.join('\n')),
      remedy,
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

/**
 * npm's own words on why it failed, a few lines out of its verbose log.
 * @param {string} log
 */
export function reasonsIn(log) {
  const lines = log.split(/\r?\n/).map((line) => line.replace(/^npm (ERR!|error|verbose|warn|http) ?/i, '$1 '))
  const errors = lines.filter((line) => /^(ERR!|error) (?!A complete log|Log files|\s*at |\s*$)/i.test(line))
  // An optional package that could not be fetched is no error to npm; only its log tells.
  const failures = lines.filter((line) => /failed (optional|with)|fetch \S+ [45]\d\d |\bE[A-Z]{4,}\b/.test(line))
  const found = errors.length > 0 ? errors.slice(0, 8) : failures.slice(-3)
  return [...new Set(found.map((line) => line.replace(/^\S+ /, '').trim()))].filter(Boolean)
}

/** @param {string} reasons */
function adviceFor(reasons) {
  if (/EACCES|EPERM|EROFS/.test(reasons)) {
    return 'This user may not write there. Use a folder of your own (and a home folder or npm_config_cache that you may write to), then run the command again.'
  }
  if (/ENOSPC/.test(reasons)) return 'The disk is full. Free about 1 GB and run the command again.'
  if (/EINTEGRITY/.test(reasons)) {
    return 'A downloaded package is not the one that the lock file names. Run "npm cache clean --force" and try again; if it stays, a proxy changes downloads.'
  }
  if (/EUSAGE|in sync/.test(reasons))
    return 'package.json and package-lock.json differ. Run "npm install" and commit both.'
  return 'Check the connection to the npm registry (and the proxy settings of npm), then run the command again.'
}

/** @returns {string} the path of npm's program, to be run by a Node of our choice */
export function findNpm() {
  const beside = dirname(realpathSync(process.execPath))
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [
    process.env.npm_execpath ?? '',
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...onPath.flatMap((folder) => [join(folder, 'npm'), join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')]),
  ]
  for (const candidate of candidates) {
    const real = existsSync(candidate) ? realpathSync(candidate) : ''
    if (real.endsWith('npm-cli.js')) return real
  }
  throw new PlainError(
    'npm was not found. It comes with Node.js: install Node.js from https://nodejs.org and run the command again.',
  )
}

/** An outer "npm --workspace x run ..." hands its options down in the environment; our own call is about one folder only. */
function withoutOuterNpm() {
  return { npm_config_workspace: undefined, npm_config_workspaces: undefined, npm_config_local_prefix: undefined }
}
