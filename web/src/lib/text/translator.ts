import { I18n, type MessageDescriptor, type MessageOptions } from '@lingui/core'
import { literalValues } from '@virtual-courses/contract'

type Values = Record<string, unknown>

/** Says messages in one language; what people wrote in their values stays as they wrote it. */
export class Translator extends I18n {
  override _(descriptor: MessageDescriptor): string
  override _(id: string, values?: Values, options?: MessageOptions): string
  override _(message: MessageDescriptor | string, values?: Values, options?: MessageOptions): string {
    return typeof message === 'string'
      ? super._(message, values && literalValues(values), options)
      : super._({ ...message, ...(message.values && { values: literalValues(message.values) }) })
  }
}

/** The language of the page, in browsers: every macro speaks it (`lingui.config.ts`). */
export const i18n = new Translator({})
