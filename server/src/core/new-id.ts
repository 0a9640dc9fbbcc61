import { randomBytes } from 'node:crypto'

/** Returns a new random id of 24 hexadecimal digits. */
export const newId = (): string => randomBytes(12).toString('hex')
