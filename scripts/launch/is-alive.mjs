// @ts-check

/** Whether a process of this number runs on this machine, anyone who owns it. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that it lives under another user.
    return /** @type {NodeJS.ErrnoException} process.kill throws nothing else */ (error).code !== 'ESRCH'
  }
}
