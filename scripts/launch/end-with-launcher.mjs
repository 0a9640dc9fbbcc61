// @ts-check
// Preloaded into the server that `node --watch` starts. When the launcher dies without passing a signal on (kill -9), this
// ends the watcher, which no one could reach any more, and then the server.
import { isMainThread } from 'node:worker_threads'
import { isAlive } from './is-alive.mjs'

const launcher = Number(process.env.VIRTUAL_COURSES_LAUNCHER)
delete process.env.VIRTUAL_COURSES_LAUNCHER

if (launcher && isMainThread) {
  const timer = setInterval(() => {
    if (isAlive(launcher)) return
    clearInterval(timer)
    if (process.ppid > 1) process.kill(process.ppid, 'SIGKILL')
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  timer.unref()
}
