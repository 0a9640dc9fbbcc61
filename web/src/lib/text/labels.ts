import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Category, Level, Role } from '@virtual-courses/contract'

/*
 * What people read for values of the contract that most pages show: `t(roleNames[role])` is the word in the reader's language. Tables that
 * few pages need are files of their own, because a page carries the messages of all files that it imports. The English words are those of
 * the contract (labels.test.ts).
 */

export const roleNames: Record<Role, MessageDescriptor> = {
  student: msg`Student`,
  educator: msg`Educator`,
  admin: msg`Admin`,
}

export const categoryNames: Record<Category, MessageDescriptor> = {
  'App Development': msg`App Development`,
  'AI/ML': msg`AI/ML`,
  'AI Tools': msg`AI Tools`,
  'Data Science': msg`Data Science`,
  'Data Analytics': msg`Data Analytics`,
  'Ethical Hacking': msg`Ethical Hacking`,
  'UI UX Designing': msg`UI UX Designing`,
  'Web Development': msg`Web Development`,
  Others: msg({ message: 'Others', context: 'category' }),
}

export const levelNames: Record<Level, MessageDescriptor> = {
  Beginner: msg`Beginner`,
  Intermediate: msg`Intermediate`,
  Advanced: msg`Advanced`,
}
