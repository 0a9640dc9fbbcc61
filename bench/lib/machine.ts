import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { driverName } from './load.ts'
import { findProgram } from './missing.ts'

export type Machine = {
  at: string
  cores: number
  cpu: string
  memoryGiB: number
  /** one-minute load average before the first run: above the number of cores the machine is busy with something else */
  loadBefore: number
  node: string
  driver: string
  nginx: string
}

const nginxVersion = (): string => {
  const nginx = findProgram('nginx')
  if (!nginx) return 'none'
  // it prints its version on standard error
  return execFileSync('sh', ['-c', '"$0" -v 2>&1', nginx], { encoding: 'utf8' }).trim().replace(/^.*\//, '')
}

/** The facts without which a figure means nothing. */
export const machineFacts = (): Machine => ({
  at: new Date().toISOString(),
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? 'unknown',
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  loadBefore: Number(loadavg()[0]?.toFixed(2)),
  node: process.version,
  driver: driverName(),
  nginx: nginxVersion(),
})
