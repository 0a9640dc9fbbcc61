import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { BulkAct } from '@virtual-courses/contract'

type ActTexts = {
  /** the button, with the number of rows that it is for */
  button: (count: number) => MessageDescriptor
  /** what was done */
  done: (count: number) => MessageDescriptor
  danger?: boolean
  /** what is asked before; without it nothing is */
  ask?: { title: (count: number) => MessageDescriptor; text: MessageDescriptor; confirm: MessageDescriptor }
  /** who sees the reason */
  reason?: MessageDescriptor
}

/** The sentences of bulk acts: what the single act asks and says, about several. */
export const bulkTexts: Record<BulkAct, ActTexts> = {
  suspend: {
    button: (count) => msg`Suspend (${count})`,
    done: (count) => msg`${plural(count, { one: '# account suspended', other: '# accounts suspended' })}`,
    danger: true,
    ask: {
      title: (count) => msg`${plural(count, { one: 'Suspend # account?', other: 'Suspend # accounts?' })}`,
      text: msg`All their sessions end at once, and they cannot sign in until you end the suspension. Published courses of educators stay listed.`,
      confirm: msg`Suspend`,
    },
    reason: msg`They see it when they try to sign in.`,
  },
  restore: {
    button: (count) => msg`End suspension (${count})`,
    done: (count) => msg`${plural(count, { one: '# suspension ended', other: '# suspensions ended' })}`,
    ask: {
      title: (count) => msg`${plural(count, { one: 'End # suspension?', other: 'End # suspensions?' })}`,
      text: msg`They can sign in again right away.`,
      confirm: msg`End suspension`,
    },
  },
  unlist: {
    button: (count) => msg`Unlist (${count})`,
    done: (count) => msg`${plural(count, { one: '# course unlisted', other: '# courses unlisted' })}`,
    danger: true,
    ask: {
      title: (count) => msg`${plural(count, { one: 'Unlist # course?', other: 'Unlist # courses?' })}`,
      text: msg`No one can find or buy them any more, and their educators cannot publish them. Students who are enrolled keep them.`,
      confirm: msg`Unlist`,
    },
    reason: msg`Their educators see it.`,
  },
  relist: {
    button: (count) => msg`Relist (${count})`,
    done: (count) => msg`${plural(count, { one: '# course relisted', other: '# courses relisted' })}`,
    ask: {
      title: (count) => msg`${plural(count, { one: 'Relist # course?', other: 'Relist # courses?' })}`,
      text: msg`Each returns to its earlier status, published or draft. Their educators are notified.`,
      confirm: msg`Relist`,
    },
  },
  remove: {
    button: (count) => msg`Remove (${count})`,
    done: (count) => msg`${plural(count, { one: '# review removed', other: '# reviews removed' })}`,
    danger: true,
    ask: {
      title: (count) => msg`${plural(count, { one: 'Remove # review?', other: 'Remove # reviews?' })}`,
      text: msg`They disappear from their courses, and their stars no longer count. The authors can write others.`,
      confirm: msg`Remove reviews`,
    },
    reason: msg`The authors see it.`,
  },
  keep: {
    button: (count) => msg`Keep (${count})`,
    done: (count) => msg`${plural(count, { one: '# review kept', other: '# reviews kept' })}`,
  },
}
