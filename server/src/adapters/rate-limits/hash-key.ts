import { hash } from 'node:crypto'

/** Returns the key in a shared store: short, and it names neither an address nor a user. */
export const hashKey = (key: string): string => hash('sha256', key, 'base64url').slice(0, 22)
