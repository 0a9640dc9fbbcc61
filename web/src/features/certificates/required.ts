import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { CertificateRequirement } from '@virtual-courses/contract'

/** Returns what a student had to do, in words. */
export function requiredInWords({ kind, count, percent }: CertificateRequirement, i18n: I18n): string {
  switch (kind) {
    case 'lectures':
      return i18n._(msg`${plural(count, { one: '# lecture completed', other: '# lectures completed' })}`)
    case 'videos':
      return percent === undefined
        ? i18n._(msg`${plural(count, { one: '# video watched', other: '# videos watched' })}`)
        : i18n._(
            msg`${plural(count, { one: '# video watched', other: '# videos watched' })} (at least ${{ percent }} % of each)`,
          )
    case 'texts':
      return i18n._(msg`${plural(count, { one: '# text read', other: '# texts read' })}`)
    case 'quizzes':
      return i18n._(msg`${plural(count, { one: '# quiz passed', other: '# quizzes passed' })}`)
    case 'assignments':
      return i18n._(msg`${plural(count, { one: '# assignment accepted', other: '# assignments accepted' })}`)
  }
}
