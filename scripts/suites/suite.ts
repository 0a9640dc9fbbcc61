/** What one suite came to. `notes` are sentences for the summary: why something was not run, what went wrong around the tests. */
export type Outcome = { passed: number; failed: number; skipped: number; notes: string[] }

/** A part of `npm test`. `run` prints as it goes; a suite that cannot run throws, which counts as one failure. */
export type Suite = { name: string; title: string; run: () => Promise<Outcome> }
