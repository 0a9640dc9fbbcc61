import { dirname } from 'node:path'

/** The absolute path of the project folder. */
export const projectRoot = dirname(import.meta.dirname)
