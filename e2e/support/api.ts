import { readFileSync } from 'node:fs'
import { expect, type Page, request } from '@playwright/test'
import { type Account, demoAccounts, newAccount } from './accounts.ts'
import { image } from './media-files.ts'

/** Makes an account by the API and signs the page's browser in with it: for tests that are about something else. */
export async function startAs(page: Client, role: 'student' | 'educator' | 'admin', name: string): Promise<Account> {
  const person = newAccount(name)
  const answer = await page.request.post('/api/auth/signup', { data: { ...person, role } })
  expect(answer.status()).toBe(201)
  return person
}

/** Signs the page's browser in to an account of the demo by the API; a page that is open already does not know of it. */
export async function signInAs(page: Client, role: 'student' | 'educator' | 'admin'): Promise<void> {
  const data = { email: demoAccounts[role], password: demoAccounts.password }
  expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
}

/** Signs the page's browser out. Leaves the page first: what it still asks for would be refused to who comes next. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank', { waitUntil: 'commit' })
  await page.context().clearCookies()
}

/**
 * Expects that the server itself sends the current user on from a page, in one step or more, without a browser. A page that others ask for
 * as well is not rendered once more for this.
 */
export async function expectRedirect(page: Client, path: string, address: RegExp): Promise<void> {
  let at = path
  for (let steps = 0; steps < 5; steps++) {
    const answer = await page.request.get(at, { headers: { accept: 'text/html' }, maxRedirects: 0 })
    const { location } = answer.headers()
    if (!location) break
    const { pathname, search } = new URL(location, answer.url())
    at = pathname + search
    if (address.test(at)) break
  }
  expect(at, path).toMatch(address)
}

/** Returns the document of a page as the server renders it, without the messages that it carries for the browser. */
export async function documentAt(client: Client, path: string): Promise<string> {
  const html = await (await client.request.get(path)).text()
  return html.replace(/<script id="messages".*?<\/script>/s, '')
}

/** What requests need: a page that is signed in, or a client without a page. */
export type Client = Pick<Page, 'request'>

/** Returns a client without a page that is signed in to a new account; dispose of its requests. */
export async function newClient(role: 'student' | 'educator' | 'admin', name: string): Promise<Client> {
  const client = { request: await request.newContext() }
  await startAs(client, role, name)
  return client
}

type Card = { _id: string; title: string; price: number }

type Lecture = { lectureTitle: string; isPreviewFree: boolean; videoUrl: string }
type DemoCourse = Card & { category: string; reviewCount: number; lectures: Lecture[] }

/** Courses of the demo: no test changes them. */
export async function demoCourses(page: Client): Promise<[DemoCourse, ...DemoCourse[]]> {
  const cards: DemoCourse[] = await (await page.request.get('/api/course/getpublishedcoures')).json()
  const [first, ...others] = cards.slice(-20)
  if (!first) throw new Error('the demo has courses')
  return [first, ...others]
}

/** Two courses of this test alone, so new that they stand first wherever the newest do. */
export async function freshCourses(): Promise<[Card, Card]> {
  const teacher = await newClient('educator', 'Fresh Teacher')
  const make = async (name: string): Promise<Card> => {
    const title = `${name} ${stamp()}`
    return { _id: await makeCourse(teacher, title), title, price: 0 }
  }
  const second = await make('On the wishlist')
  const first = await make('Longed for')
  await teacher.request.dispose()
  return [first, second]
}

/** Keeps titles apart: tests of two projects meet in one catalogue, where a card is found by its title. */
export const stamp = (): string => Date.now().toString(36)

/** A free, published course of who is signed in; its title must be like no other, see {@link stamp}. */
export async function makeCourse(page: Client, title: string): Promise<string> {
  const made = await page.request.post('/api/course/create', { data: { title, category: 'Others' } })
  expect(made.status()).toBe(201)
  const { _id } = await made.json()
  // like a real one: other tests may meet it in the catalogue
  const buffer = readFileSync(image())
  const published = await page.request.post(`/api/course/editcourse/${_id}`, {
    multipart: { price: '0', isPublished: 'true', thumbnail: { name: 'picture.webp', mimeType: 'image/webp', buffer } },
  })
  expect(published.status()).toBe(200)
  return _id
}

export async function addLecture(page: Client, courseId: string, lectureTitle: string): Promise<string> {
  const data = { lectureTitle, isLive: false, liveStartTime: null }
  const made = await page.request.post(`/api/course/createlecture/${courseId}`, { data })
  expect(made.status()).toBe(201)
  return (await made.json()).lecture._id
}

/** Writes a review of a course that who is signed in is enrolled in. */
export async function review(page: Client, courseId: string, rating: number, comment: string): Promise<void> {
  const answer = await page.request.post('/api/review/givereview', { data: { courseId, rating, comment } })
  expect(answer.status()).toBe(201)
}

/** Enrols who is signed in to a free course. */
export async function enrol(page: Client, courseId: string): Promise<void> {
  const answer = await page.request.post('/api/payment/create-order', { data: { courseId } })
  expect(answer.status()).toBe(200)
}
