import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

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
  const there = packagesIn(join(root, 'node_modules', '.package-lock.json'))
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
