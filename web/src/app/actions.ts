import { ApiError, type Client, createClient } from '@virtual-courses/contract'
import { data, type RouterContextProvider } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { hostContext } from './host.ts'

/** What a submitted form is worked on with: the same on the server and in the browser. */
export type Submission = {
  api: Client
  form: FormData
  url: URL
}

/** Why a form was not accepted: the server's sentence, and one for each field that it names. */
export type Refused = { message: string; fields: Record<string, string> }

/** Answers a redirect, or what the page shall show. */
type Submit<Answer> = (submission: Submission) => Promise<Response | Answer>
type ServerArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
type BrowserArgs = { request: Request; url: URL }

async function answering<Answer>(submit: () => Promise<Response | Answer>) {
  try {
    const answer = await submit()
    // a thrown redirect is never taken for data of the page
    if (answer instanceof Response) throw answer
    return answer
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]))
    const refused: Refused = { message: error.message, fields }
    return data(refused, { status: error.status || 503 })
  }
}

/** A route's `action`: takes a form that was sent before the page's script was there. */
export const onServerSubmit =
  <Answer = never>(submit: Submit<Answer>) =>
  async ({ request, url, context }: ServerArgs) => {
    const form = await request.formData()
    return answering(() => submit({ api: createClient(context.get(hostContext).fetch), form, url }))
  }

/** A route's `clientAction`: sends the form by script. */
export const inBrowserSubmit =
  <Answer = never>(submit: Submit<Answer>) =>
  async ({ request, url }: BrowserArgs) => {
    const form = await request.formData()
    return answering(() => submit({ api: browserApi, form, url }))
  }
