import { DomainError } from '#core/domain-error.ts'

/** A full disk is said to the user; every other fault of the store is ours. */
export const asProblem = (error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new DomainError('disk_full') : error // errno of the file system
