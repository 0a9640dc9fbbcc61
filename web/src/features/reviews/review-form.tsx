import { api as calls, maxCommentLength } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { formatCount } from '#lib/format.ts'
import { messageOfError } from '#lib/message-of.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Field } from '#ui/field.tsx'
import { RatingInput } from '#ui/rating-input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'

/** When the characters that are left are read out. */
const nearEnd = 50

/** How many of the allowed characters are used; read out only when the end is near. */
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

/** Stars and a comment. What may be sent is decided by the server; its sentence is shown when it refuses. */
export function ReviewForm({ courseId, enrolled }: { courseId: string; enrolled: boolean }) {
  const { revalidate } = useRevalidator()
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await browserApi(calls.reviews.give, { body: { rating, comment, courseId } })
      toast.success('Review Added')
      setRating(0)
      setComment('')
      void revalidate()
    } catch (error) {
      toast.error(messageOfError(error, 'Something went wrong'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} className="grid max-w-2xl gap-5">
      {!enrolled && <p className="text-muted">Students enrolled in this course can review it.</p>}
      <RatingInput legend="Your rating" name="rating" value={rating} onChange={setRating} />
      <Field label="Your comment" aside={<CommentLength length={comment.length} />}>
        <Textarea
          name="comment"
          rows={4}
          maxLength={maxCommentLength}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
          placeholder="What helped you? What could be better?"
        />
      </Field>
      <div>
        <Button type="submit" busy={busy}>
          Submit Review
        </Button>
      </div>
    </form>
  )
}
