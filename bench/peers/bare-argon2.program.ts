import { verify } from '@node-rs/argon2'

/**
 * Nothing but argon2 verifications, so many at a time for so many seconds. Arguments: hash, password, how many, seconds.
 * Prints one line of JSON: operations, seconds, CPU milliseconds, and the time of each in milliseconds.
 */
const [, , hash = '', password = '', concurrency, seconds] = process.argv
await Promise.all(Array.from({ length: 4 }, () => verify(hash, password)))

const times: number[] = []
const cpuBefore = process.cpuUsage()
const start = performance.now()
const end = start + Number(seconds) * 1000
const worker = async () => {
  while (performance.now() < end) {
    const begun = performance.now()
    if (!(await verify(hash, password))) throw new Error('The hash does not belong to the password')
    times.push(performance.now() - begun)
  }
}
await Promise.all(Array.from({ length: Number(concurrency) }, worker))
const cpu = process.cpuUsage(cpuBefore)
console.log(
  JSON.stringify({ seconds: (performance.now() - start) / 1000, cpuMs: (cpu.user + cpu.system) / 1000, times }),
)
