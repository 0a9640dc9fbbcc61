import { useLingui } from '@lingui/react/macro'
import { maxAnnouncementLength, maxAnnouncementTitle } from '@virtual-courses/contract'
import type { useForm } from '#lib/forms/use-form.ts'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { MarkdownField } from '../lectures/markdown-field.tsx'

export type Words = { title: string; text: string }

/** A form with these words, and maybe more. */
type Form = Pick<ReturnType<typeof useForm<Words>>, 'values' | 'errors' | 'set'>

/** Title and text of an announcement. */
export function WordsFields({ form }: { form: Form }) {
  const { t } = useLingui()
  const { values, errors } = form
  return (
    <>
      <Field label={t`Title`} required error={errors.title}>
        <Input
          name="title"
          value={values.title}
          maxLength={maxAnnouncementTitle}
          autoComplete="off"
          onChange={({ target }) => form.set('title', target.value)}
        />
      </Field>
      <MarkdownField
        name="text"
        label={t`Text`}
        hint={t`Markdown: # heading, **bold**, *emphasis*, - list, 1. list, > quote, \`code\`, [link](https://…).`}
        preview={t`How students see it: text`}
        value={values.text}
        error={errors.text}
        maxLength={maxAnnouncementLength}
        rows={6}
        required
        onChange={(value) => form.set('text', value)}
      />
    </>
  )
}

/** Returns the errors of fields that are empty; null when none is. */
export function useMissing(): (words: Words) => Partial<Words> | null {
  const { t } = useLingui()
  return ({ title, text }) => {
    const missing = {
      ...(title.trim() === '' && { title: t`A title is required` }),
      ...(text.trim() === '' && { text: t`A text is required` }),
    }
    return Object.keys(missing).length > 0 ? missing : null
  }
}
