// @ts-check
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { isAlive } from './is-alive.mjs'
import { PlainError } from './plain-error.mjs'

const POLL = 250
const HEARTBEAT = 2_000

/**
 * Runs `work` while no other process that asks for the same lock folder does. The lock of a process that died is taken
 * over: at once when it ran on this machine, otherwise when its heartbeat has not moved for `timeout` milliseconds.
 * @template T
 * @param {string} folder must not exist while no one holds the lock
 * @param {() => Promise<T> | T} work
 * @param {{ timeout?: number, onWait?: () => void }} [options] `onWait` is called once when someone else holds it
 * @returns {Promise<T>} throws a PlainError when the place cannot be written to
 */
export async function withLock(folder, work, { timeout = 30_000, onWait } = {}) {
  const owner = `${process.pid} ${hostname()} ${randomUUID()}`
  await take(folder, owner, timeout, onWait)
  const heartbeat = setInterval(() => beat(folder), HEARTBEAT)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    if (ownerOf(folder) === owner) rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder @param {string} owner @param {number} timeout @param {(() => void) | undefined} onWait */
async function take(folder, owner, timeout, onWait) {
  let seen = { beat: Number.NaN, since: 0 }
  for (let tries = 0; !create(folder, owner); tries += 1) {
    if (tries === 0) onWait?.()
    const holder = ownerOf(folder)
    const beat = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
    // Our own steady clock decides, because another machine's clock may be wrong and a laptop may have slept.
    if (beat !== seen.beat) seen = { beat, since: performance.now() }
    if (isDead(holder) || performance.now() - seen.since > timeout) removeOf(folder, holder)
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
}

/** @param {string} folder @param {string} owner */
function create(folder, owner) {
  try {
    mkdirSync(dirname(folder), { recursive: true })
  } catch (error) {
    throw unwritable(folder, error)
  }
  try {
    mkdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw unwritable(folder, error)
  }
  writeFileSync(join(folder, 'owner'), owner)
  return true
}

/** @param {string} folder @param {unknown} error */
function unwritable(folder, error) {
  return new PlainError(
    `Cannot write to ${dirname(folder)} (${codeOf(error)}). This user must own the project folder: clone it into a folder of your own, or let its owner run this command.`,
  )
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} node:fs throws nothing else */ (error).code
}

/** @param {string} folder */
function ownerOf(folder) {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8')
  } catch {
    return ''
  }
}

/** @param {string} holder `pid host token`, or empty while the holder is just writing it */
function isDead(holder) {
  const [pid, host] = holder.split(' ')
  return Boolean(pid) && host === hostname() && !isAlive(Number(pid))
}

/**
 * Renaming is atomic, so of several waiters one removes the dead lock. Should a new holder have come in between, its lock is put back.
 * @param {string} folder @param {string} holder
 */
function removeOf(folder, holder) {
  const aside = `${folder}.${randomUUID()}`
  try {
    renameSync(folder, aside)
    if (ownerOf(aside) !== holder) return renameSync(aside, folder)
  } catch (error) {
    // Someone else was quicker; anything but that would keep us here for ever.
    if (['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) return
    throw unwritable(folder, error)
  }
  rmSync(aside, { recursive: true, force: true })
}

/** @param {string} folder */
function beat(folder) {
  try {
    utimesSync(folder, new Date(), new Date())
  } catch {
    // Taken over after a long stop of this process: there is nothing left to keep fresh.
  }
}
