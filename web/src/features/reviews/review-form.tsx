import { api as calls, maxCommentLength, type Review } from '@virtual-courses/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { formatCount } from '#lib/format.ts'
import { useForm } from '#lib/use-form.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/input.tsx'
import { RatingInput } from '#ui/rating-input.tsx'
import { toast } from '#ui/toast.ts'

/** Remaining characters from which they are read out. */
const nearEnd = 50

/** The number of characters; read out only near the limit. */
function CommentLength({ length }: { length: number }) {
  const left = maxCommentLength - length
  return (
    <p className="tabular text-sm text-muted">
      <span aria-hidden="true" className={cx(left === 0 && 'font-semibold text-danger')}>
        {formatCount(length)} / {formatCount(maxCommentLength)}
      </span>
      <span role="status" className="sr-only">
        {left <= nearEnd && (left === 1 ? '1 character left' : `${left} characters left`)}
      </span>
    </p>
  )
}

export type ReviewFormProps = {
  courseId: string
  /** the own review, which the form begins with; `onEnd` is called when it is saved, or left as it is */
  edited?: Review
  onEnd?: () => void
}

/** Stars and a comment. The server validates them; its message is shown when it refuses. */
export function ReviewForm({ courseId, edited, onEnd }: ReviewFormProps) {
  const { revalidate } = useRevalidator()
  const form = useForm({ rating: String(edited?.rating ?? 0), comment: edited?.comment ?? '' })
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const { comment } = form.values
  const rating = Number(form.values.rating)
  const isEdited = edited !== undefined
  useEffect(() => {
    if (isEdited) form.ref.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [isEdited, form.ref])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await browserApi(calls.reviews.give, { body: { rating, comment, courseId } })
      toast.success(isEdited ? 'Review Updated' : 'Review Added')
      form.reset()
      void revalidate()
      onEnd?.()
    } catch (error) {
      toast.error(form.fail(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={submit} className="grid max-w-2xl gap-5">
      <RatingInput
        legend="Your rating"
        name="rating"
        value={rating}
        error={form.errors.rating ?? null}
        onChange={(stars) => form.set('rating', String(stars))}
      />
      <Field label="Your comment" error={form.errors.comment} aside={<CommentLength length={comment.length} />}>
        <Textarea
          name="comment"
          rows={4}
          maxLength={maxCommentLength}
          value={comment}
          onChange={({ target }) => form.set('comment', target.value)}
          placeholder="What helped you? What could be better?"
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} disabled={!hydrated}>
          Submit Review
        </Button>
        {isEdited && (
          <Button variant="secondary" onClick={onEnd}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
