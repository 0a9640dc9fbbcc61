import type { Child } from '../lib/child.ts'

/** A running peer and its address, like http://127.0.0.1:4000. */
export type PeerServer = Child & { origin: string }
