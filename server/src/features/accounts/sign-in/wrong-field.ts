import { messageOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Sentence } from '#core/languages/language.ts'

/** An error of one field of a form. */
export const wrongField = (
  path: string,
  code: 'invalid_input' | 'wrong_password' | 'wrong_code',
  message?: Sentence,
) => {
  const sentence = message ?? messageOf(code)
  return new DomainError(code, { message: sentence, fields: [{ path, message: sentence }] })
}
