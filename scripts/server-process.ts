/**
 * What a process of the server is started with, because Node and the C library read it at the start of a process only (decision 096).
 * The Dockerfile, the systemd units, `npm start` and the README say the same; `scripts/server-process.test.ts` compares them.
 */

/** Size of each half of the main thread's young generation in MB. V8 lets it grow to 32 and keeps it; below 8, requests take more CPU. */
export const nodeArguments: readonly string[] = ['--max-semi-space-size=8']

/** Freed memory is kept for use in two places instead of one for each thread. */
export const processEnvironment: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' }
