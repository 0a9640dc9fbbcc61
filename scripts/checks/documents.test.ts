import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { readDecisions } from './list-decisions.ts'

const here = { cwd: projectRoot, exclude: ['**/node_modules', 'data', '.cache', 'web/build'] }
const pages = globSync('**/*.md', here)

/** Targets of Markdown links and images inside of the repository, without what follows `#`. */
const linksIn = (page: string): string[] =>
  [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))

describe('links in Markdown', () => {
  test('are found', () => expect(pages.flatMap(linksIn).length).toBeGreaterThan(20))

  test.each(pages)('%s: lead to files that exist', (page) => {
    const missing = linksIn(page).filter((target) => !existsSync(join(projectRoot, dirname(page), target)))
    expect(missing).toEqual([])
  })
})

describe('the map and the READMEs beside the code', () => {
  const readmes = ['ARCHITECTURE.md', ...globSync('{contract,server,web,embedded-postgres}/**/README.md', here)]
  const files = globSync(['**/*.*', '.*'], here).map((file) => `/${file.replaceAll('\\', '/')}`)
  const wordsOf = (page: string) => readFileSync(join(projectRoot, page), 'utf8').split(/\s+/).length

  test.each(readmes)('%s: each file named in backticks exists', (page) => {
    const named = readFileSync(join(projectRoot, page), 'utf8').matchAll(
      /`([\w./-]+[.](?:tsx?|mjs|md|json|ya?ml|css|sh))`/g,
    )
    const missing = [...named]
      .map(([, name]) => name)
      .filter((name) => !files.some((file) => file.endsWith(`/${name}`)))
    expect(missing).toEqual([])
  })

  test('are short', () => {
    expect(wordsOf('ARCHITECTURE.md')).toBeLessThanOrEqual(900)
    for (const page of readmes.slice(1))
      expect(readFileSync(join(projectRoot, page), 'utf8').split('\n').length, page).toBeLessThanOrEqual(26)
  })
})

test('decision records are numbered once each and titled with their number, and name what has replaced them', () => {
  const records = readDecisions()
  expect(new Set(records.map(({ number }) => number)).size).toBe(records.length)
  for (const { file, number } of records) {
    const [title] = readFileSync(join(projectRoot, 'docs/decisions', file), 'utf8').split('\n')
    expect(title).toMatch(new RegExp(`^# ${number} \\S`))
  }
  const replaced = records.flatMap(({ number, state }) => [...state.matchAll(/\d{3}/g)].map(([by]) => [number, by]))
  for (const [number = '', by = ''] of replaced) expect(by > number, `${number} is replaced by ${by}`).toBe(true)
})

test('the how-to pages and CONTRIBUTING name each other', () => {
  const contributing = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8')
  for (const page of globSync('docs/how-to/*.md', { cwd: projectRoot }))
    expect(contributing, page).toContain(page.replaceAll('\\', '/'))
})

/** Returns a pattern of a title in which … stands for anything. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    title
      .split(/ ?… ?/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  )

test('titles of tests that tables of the how-to pages name are those of tests', () => {
  const titles = globSync(['{contract,server,web}/**/*.test.ts', 'server/src/adapters/*/conformance*.ts'], here)
    .flatMap((file) => [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\(\s*(['`])(.+?)\1,/g)])
    .map(([, , title = '']) => title)
  const rows = globSync('docs/how-to/*.md', { cwd: projectRoot })
    .flatMap((page) => readFileSync(join(projectRoot, page), 'utf8').split('\n'))
    .filter((line) => line.startsWith('|'))
  const named = rows.flatMap((row) => [...row.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !titles.some((title) => patternOf(name).test(title)))).toEqual([])
})

test('each alert is in the runbook, which says what to do', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
  const alerts = [...read('deploy/monitoring/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const rows = [...read('docs/runbooks/monitoring.md').matchAll(/^\| ([A-Z]\w+(?:, [A-Z]\w+)*) \|/gm)]
  expect(rows.flatMap(([, names = '']) => names.split(', ')).sort()).toEqual(alerts.sort())
})

test('the version is that of package.json alone, and has its changes and upgrade notes', () => {
  const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
  const { version, workspaces } = JSON.parse(read('package.json'))
  // they stand for packages of npm, whose versions their users ask for (decisions 139, 143)
  const standIns = ['server/unix-dgram', 'web/no-mermaid']
  const ours = workspaces.filter((folder: string) => !standIns.includes(folder))
  for (const folder of ours) expect(JSON.parse(read(`${folder}/package.json`)), folder).not.toHaveProperty('version')
  expect(JSON.parse(read('package-lock.json')).version).toBe(version)
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'))
  expect(read('docs/upgrading.md')).toMatch(new RegExp(`^## ${version}$`, 'm'))
})

test('each package that a workspace depends on is in the record of libraries, and no other', () => {
  const { workspaces } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const used = ['.', ...workspaces].flatMap((folder: string) => {
    const manifest = JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'))
    return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
  })
  const record = readFileSync(join(projectRoot, 'docs/decisions/003-libraries.md'), 'utf8')
  const rows = record.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []))
  const listed = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  const ours = (name: string) => name.startsWith('@virtual-courses/')
  expect(listed.sort()).toEqual([...new Set(used.filter((name) => !ours(name)))].sort())
})
