import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { hasPackages, installPackages, recordOf } from '../launch/install-packages.mjs'

/**
 * Runs `npm ci` when node_modules is missing or is not what the lock file asks for. An installation made by hand that is
 * right is left alone, even in a folder that cannot be written to. Throws a PlainError when npm cannot do it.
 */
export async function ensureDependencies(root: string): Promise<void> {
  if (isFresh(root)) return
  await installPackages(root, () => isFresh(root))
  writeFileSync(stampOf(root), fingerprint(root))
}

/** Whether node_modules is what the manifests and the lock file ask for on this machine. */
export function isFresh(root: string): boolean {
  if (!hasPackages(root)) return false
  const now = fingerprint(root)
  if (existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === now) return true
  if (!matchesLock(root)) return false
  try {
    writeFileSync(stampOf(root), now)
  } catch {
    // Someone else's folder: the comparison is simply made again at the next start.
  }
  return true
}

function stampOf(root: string): string {
  return join(root, 'node_modules', '.virtual-courses')
}

/** Of everything the decision depends on: what is asked for, what npm says is there, and the kind of machine. */
function fingerprint(root: string): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifests = ['.', ...workspaces].map((folder) => join(root, folder, 'package.json'))
  for (const file of [...manifests, join(root, 'package-lock.json'), recordOf(root)]) {
    hash.update('\0').update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** An entry of `packages` in npm's lock file (format 3), as far as it matters here. */
type Entry = {
  version?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  devOptional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Machine = { os: string; cpu: string; libc: string }

/**
 * Compares npm's record of the installation with the lock file, and the lock file with the manifests. Optional packages
 * for this machine must be there: an npm that ran on an older Node leaves out those whose `engines` it does not meet.
 */
export function matchesLock(root: string, machine: Machine = thisMachine()): boolean {
  const asked = packagesIn(join(root, 'package-lock.json'))
  const there = packagesIn(recordOf(root))
  for (const [path, entry] of Object.entries(asked)) {
    if (!path.includes('node_modules/')) {
      if (!sameManifest(entry, manifestAt(join(root, path)))) return false
    } else {
      const found = there[path]
      if (found ? !samePackage(entry, found) : isRequired(entry, machine)) return false
    }
  }
  return Object.keys(there).every((path) => asked[path])
}

function packagesIn(file: string): Record<string, Entry> {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function manifestAt(folder: string): Entry {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function sameManifest(locked: Entry, manifest: Entry): boolean {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
  return kinds.every((kind) => isDeepStrictEqual({ ...locked[kind] }, { ...manifest[kind] }))
}

function samePackage(asked: Entry, found: Entry): boolean {
  return asked.version === found.version && asked.integrity === found.integrity && asked.link === found.link
}

/** An optional package that names no machine hangs on one that does, and goes with it. */
function isRequired(entry: Entry, machine: Machine): boolean {
  if (!entry.optional && !entry.devOptional) return true
  if (!entry.os && !entry.cpu) return false
  return fits(entry.os, machine.os) && fits(entry.cpu, machine.cpu) && fits(entry.libc, machine.libc)
}

/** npm's rule: a list names what is allowed, or with `!` what is not. */
function fits(list: string[] | undefined, value: string): boolean {
  if (!list) return true
  if (list.includes(`!${value}`)) return false
  return list.includes(value) || list.every((item) => item.startsWith('!'))
}

function thisMachine(): Machine {
  return { os: process.platform, cpu: process.arch, libc: process.platform === 'linux' ? libc() : '' }
}

function libc(): string {
  const report = process.report.getReport()
  return 'header' in report && JSON.stringify(report.header).includes('glibcVersionRuntime') ? 'glibc' : 'musl'
}
