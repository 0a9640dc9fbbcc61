import { api, createClient } from '@virtual-courses/contract'

/** Signs up an educator at a running server and makes a course with one lecture. */
export async function beginLecture(origin: string): Promise<{ cookie: string; lectureId: string }> {
  const email = `educator-${Date.now()}@test.example`
  const signedUp = await fetch(origin + api.accounts.signup.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Asha', email, password: 'correct horse battery', role: 'educator' }),
  })
  if (signedUp.status !== 201) throw new Error(`no sign-up: ${await signedUp.text()}`)
  const cookie = signedUp.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const call = createClient((path, { headers, ...init }) =>
    fetch(origin + path, { ...init, headers: { ...headers, cookie } }),
  )
  const course = await call(api.courses.create, { body: { title: 'Uploads', category: 'Web Development' } })
  const { lecture } = await call(api.lectures.create, {
    params: { courseId: course._id },
    body: { lectureTitle: 'The first' },
  })
  return { cookie, lectureId: lecture._id }
}
