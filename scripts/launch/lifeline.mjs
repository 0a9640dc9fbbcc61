// @ts-check
// Imported first by every Node process that `follow` starts. The parent holds the other end of a pipe and never writes to
// it, so the kernel closes it whichever way the parent dies, kill -9 too: then this process has no one left to answer to.
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

export const LIFELINE = 'VIRTUAL_COURSES_LIFELINE'

/** A process that drains on SIGTERM has this long, in milliseconds, before it is ended outright. */
const GRACE_MS = 20_000

const descriptor = process.env[LIFELINE]
// Workers and grandchildren inherit the environment but not the pipe; their descriptor of that number is something else.
delete process.env[LIFELINE]

/** Whether this process was started by `follow` and so ends with its parent. */
export const hasLifeline = Boolean(descriptor) && isMainThread

if (hasLifeline) {
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false })
  pipe.on('error', () => pipe.destroy())
  pipe.once('close', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  pipe.resume()
  pipe.unref()
}
