import { api as calls, maxCommentLength } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { RatingInput } from '#ui/rating-input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'

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
      <Field label="Your comment">
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
