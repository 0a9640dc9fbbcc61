import { api as calls, maxCommentLength } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
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

/** Stars and a comment. The server validates them; its message is shown when it refuses. */
export function ReviewForm({ courseId, enrolled }: { courseId: string; enrolled: boolean }) {
  const { revalidate } = useRevalidator()
  const form = useForm({ rating: '0', comment: '' })
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const { comment } = form.values
  const rating = Number(form.values.rating)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await browserApi(calls.reviews.give, { body: { rating, comment, courseId } })
      toast.success('Review Added')
      form.reset()
      void revalidate()
    } catch (error) {
      toast.error(form.fail(error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form.ref} onSubmit={submit} className="grid max-w-2xl gap-5">
      {!enrolled && <p className="text-muted">Students enrolled in this course can review it.</p>}
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
      <div>
        <Button type="submit" busy={busy} disabled={!hydrated}>
          Submit Review
        </Button>
      </div>
    </form>
  )
}
