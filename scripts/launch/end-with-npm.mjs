// @ts-check
import { readFileSync } from 'node:fs'
import { isAlive } from './is-alive.mjs'

const EVERY = 500

/**
 * npm starts scripts through a shell, and where that is dash a signal to npm ends the shell without reaching us. So a
 * script that npm started ends, as by SIGTERM, when that shell or npm itself is gone.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const npm = parentOfShell(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, EVERY)
  timer.unref()
}

/**
 * The parent of a process that is a shell with a command, which Linux alone tells cheaply; otherwise null. A shell that
 * became the command itself leaves npm as our parent, and npm's own parent is none of our business.
 * @param {number} pid
 */
function parentOfShell(pid) {
  try {
    const [, option] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return option === '-c' ? Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) || null : null
  } catch {
    return null
  }
}
