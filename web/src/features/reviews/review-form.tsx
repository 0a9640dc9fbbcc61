import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, maxCommentLength, type Review, starNumbers } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { formatCount } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { RatingInput } from '#ui/form/rating-input.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Remaining characters from which they are read out. */
const nearEnd = 50

/** The number of characters; read out only near the limit. */
function CommentLength({ length }: { length: number }) {
  const { t } = useLingui()
  const left = maxCommentLength - length
  return (
    <p className="tabular text-sm text-muted">
      <span aria-hidden="true" className={cx(left === 0 && 'font-semibold text-danger')}>
        {`${formatCount(length)} / ${formatCount(maxCommentLength)}`}
      </span>
      <span role="status" className="sr-only">
        {left <= nearEnd && t`${plural({ count: left }, { one: '# character left', other: '# characters left' })}`}
      </span>
    </p>
  )
}

export type ReviewFormProps = {
  courseId: string
  stored: StoredReview
  /** the form begins with the own review; it is called when that is saved, or left as it is */
  onEnd?: () => void
}

/** The own review, or none. */
type StoredReview = { own: Pick<Review, 'rating' | 'comment'> | null; ownVersion?: string | undefined }

/** As radio buttons say it while none is chosen: another value would be a change that no one has made. */
const blank = { rating: '', comment: '' }
const readReview = ({ own, ownVersion }: StoredReview) => ({
  values: own ? { rating: String(own.rating), comment: own.comment } : blank,
  version: ownVersion,
})

/** Stars and a comment. The server validates them; its message is shown when it refuses. */
export function ReviewForm({ courseId, stored, onEnd }: ReviewFormProps) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const form = useForm(onEnd ? readReview(stored).values : blank)
  const edit = useEdit<typeof blank, StoredReview>(form, {
    stored,
    read: readReview,
    fetch: () => browserApi(calls.reviews.ofCourse, { params: { courseId }, query: { limit: 1 } }),
    labels: { rating: t`Your rating`, comment: t`Your comment` },
    show: (name, value) => (name === 'comment' ? String(value) : value === '' ? '' : t`${value} of 5 stars`),
  })
  const draft = useDraft(form, { kind: 'review', subject: courseId, version: edit.version })
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const { comment } = form.values
  const rating = Number(form.values.rating)
  const isEdited = onEnd !== undefined
  useEffect(() => {
    if (isEdited) form.ref.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [isEdited, form.ref])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const saved = await edit.save(async ({ values, version }) => {
        const body = { rating: Number(values.rating), comment: values.comment, courseId, version }
        const { version: ownVersion, ...own } = await browserApi(calls.reviews.give, { body })
        return { own, ownVersion }
      })
      if (!saved) return
      toast.success(isEdited ? t`Review Updated` : t`Review Added`)
      form.reset()
      draft.drop()
      onEnd?.()
      // until the review stands there the empty form does, and another press would send it
      await revalidate()
    } catch (error) {
      toast.error(form.fail(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid max-w-2xl gap-5">
      <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
      <RatingInput
        legend={t`Your rating`}
        name="rating"
        value={rating}
        stars={starNumbers}
        error={form.errors.rating ?? null}
        onChange={(stars) => form.set('rating', String(stars))}
      />
      <Field label={t`Your comment`} error={form.errors.comment} aside={<CommentLength length={comment.length} />}>
        <Textarea
          name="comment"
          rows={4}
          maxLength={maxCommentLength}
          value={comment}
          onChange={({ target }) => form.set('comment', target.value)}
          placeholder={t`What helped you? What could be better?`}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} disabled={!hydrated}>
          <Trans>Submit Review</Trans>
        </Button>
        {isEdited && (
          <Button
            variant="secondary"
            onClick={() => {
              draft.drop()
              onEnd()
            }}
          >
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
