import { Console } from 'node:console'
import { Writable } from 'node:stream'

/**
 * For a thread that reads files of strangers: what libraries say of broken ones does not belong in our log, and what no one reads would stay in
 * the thread's memory.
 */
export function silence(): void {
  globalThis.console = new Console(new Writable({ write: (_bytes, _encoding, done) => done() }))
}
