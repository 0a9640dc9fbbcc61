import { ApiError, type Client, createClient } from '@virtual-courses/contract'
import { data, type RouterContextProvider } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { hostContext } from './loaders.ts'

/** The input of a form's handler: the same on the server and in the browser. */
export type Submission = {
  api: Client
  form: FormData
  url: URL
}

/** A rejected form: the server's message, and one for each invalid field. */
export type Refused = { message: string; fields: Record<string, string> }

/** Returns a redirect, or data for the page. */
type Submit<Result> = (submission: Submission) => Promise<Response | Result>
type ServerArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> }
type BrowserArgs = { request: Request; url: URL }

async function run<Result>(submit: () => Promise<Response | Result>) {
  try {
    const result = await submit()
    // so that a redirect is not taken for data of the page
    if (result instanceof Response) throw result
    return result
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]))
    const refused: Refused = { message: error.message, fields }
    return data(refused, { status: error.status || 503 })
  }
}

/** Returns the form of a request; what is no form, such as a program's JSON, is answered by 400 and not logged as an error of ours. */
const formOf = (request: Request): Promise<FormData> =>
  request.formData().catch(() => {
    throw data({ message: 'This is no form' }, { status: 400 })
  })

/** A route's `action`: handles a form that was sent before hydration. */
export const onServerSubmit =
  <Result = never>(submit: Submit<Result>) =>
  async ({ request, url, context }: ServerArgs) => {
    const form = await formOf(request)
    return run(() => submit({ api: createClient(context.get(hostContext).fetch), form, url }))
  }

/** A route's `clientAction`: handles a form after hydration. */
export const inBrowserSubmit =
  <Result = never>(submit: Submit<Result>) =>
  async ({ request, url }: BrowserArgs) => {
    const form = await request.formData()
    return run(() => submit({ api: browserApi, form, url }))
  }
