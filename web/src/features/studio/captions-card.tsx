import { type CaptionSource, api as calls, type Lecture } from '@virtual-courses/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { paths } from '#lib/paths.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { toast } from '#ui/toast.ts'
import { CaptionsForm } from './captions-form.tsx'

/** What is said of captions that no person has read. */
const sources: Partial<Record<CaptionSource, string>> = {
  machine: 'made by a machine: please read them',
}

/** Captions of a lecture: lists, adds, replaces and removes them, one file for each language. */
export function CaptionsCard({ courseId, lecture }: { courseId: string; lecture: Lecture }) {
  const [captions, setCaptions] = useState(lecture.captions ?? [])
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const addButton = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  // the form that had the focus is closed
  useEffect(() => {
    if (wasAdding.current && !adding) addButton.current?.focus()
    wasAdding.current = adding
  }, [adding])
  const lectureId = lecture._id

  async function change(call: Promise<{ lecture: Lecture; message: string }>): Promise<void> {
    setBusy(true)
    try {
      const reply = await call
      setCaptions(reply.lecture.captions ?? [])
      toast.success(reply.message)
    } finally {
      setBusy(false)
    }
  }

  async function save(language: string, text: string): Promise<void> {
    await change(browserApi(calls.lectures.setCaptions, { params: { lectureId }, body: { language, text } }))
    setAdding(false)
  }

  async function remove(language: string): Promise<void> {
    try {
      await change(browserApi(calls.lectures.removeCaptions, { params: { lectureId, language } }))
      // the button that had the focus was removed with its row
      addButton.current?.focus()
    } catch (error) {
      toast.error(messageOfError(error, 'The captions could not be saved'))
    }
  }

  return (
    <Card as="section" aria-labelledby="captions">
      <h2 id="captions" className="text-2xl">
        Captions
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        For people who cannot hear the video or prefer to read along. Captions belong to this video: uploading a new one
        removes them.
      </p>
      {captions.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {captions.map((one) => (
            <li
              key={one.language}
              className="flex items-center justify-between gap-3 rounded-md border border-line py-1 pr-1 pl-4"
            >
              <span className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3">
                <span lang={one.language} className="font-medium">
                  {one.label}
                </span>
                {sources[one.source] && <span className="text-sm text-muted">{sources[one.source]}</span>}
              </span>
              <ButtonLink
                variant="ghost"
                size="sm"
                to={paths.editCaptions(courseId, lectureId, one.language)}
                aria-label={`Edit the captions in ${one.label}`}
              >
                Edit
              </ButtonLink>
              <IconButton
                label={`Remove the captions in ${one.label}`}
                disabled={busy}
                onClick={() => void remove(one.language)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {lecture.videoUrl === '' && <p className="mt-4 font-medium">Upload the video first.</p>}
      {lecture.videoUrl !== '' && !adding && (
        <Button
          ref={addButton}
          variant="secondary"
          className="mt-5"
          disabled={!hydrated}
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => setAdding(true)}
        >
          Add captions
        </Button>
      )}
      {adding && (
        <CaptionsForm
          editor={(language) => paths.editCaptions(courseId, lectureId, language)}
          present={captions.map(({ language }) => language)}
          busy={busy}
          onSave={save}
          onCancel={() => setAdding(false)}
        />
      )}
    </Card>
  )
}
