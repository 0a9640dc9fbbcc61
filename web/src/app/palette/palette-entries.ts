import { type Client, api as calls, type ReplyOf, type Viewer } from '@virtual-courses/contract'
import { adminPaths, studioPaths } from '#lib/work-paths.ts'

/** What a person can jump to; the kind decides what it is called. */
export type Found = {
  kind: 'course' | 'student' | 'user' | 'order'
  key: string
  to: string
  /** what people wrote, and what tells entries of the same name apart */
  text: string
  aside: string
}

type Largest = ReplyOf<typeof calls.courses.teaching>['largest']

/** Maximum number of entries of each kind. */
const each = 5
/** Students are searched in the courses that have the most of them. */
const coursesWithStudents = 5

/** Reads what the palette of an account finds for a text. The server decides what the account may see. */
type FindPlaces = (text: string, signal: AbortSignal) => Promise<Found[]>

const searched = (path: string, text: string): string => `${path}?${new URLSearchParams({ text })}`

/** Own courses, drafts too, and students of the largest ones. */
function findAsEducator(call: Client): FindPlaces {
  let largest: Promise<Largest> | undefined
  /** Read once for as long as the palette is open. */
  const readLargest = (signal: AbortSignal): Promise<Largest> => {
    largest ??= call(calls.courses.teaching, { signal }).then((teaching) =>
      teaching.largest
        .filter(({ students }) => students > 0)
        .toSorted((one, other) => other.students - one.students)
        .slice(0, coursesWithStudents),
    )
    largest.catch(() => {
      largest = undefined
    })
    return largest
  }

  const findStudents = async (text: string, signal: AbortSignal): Promise<Found[]> => {
    const courses = await readLargest(signal)
    const replies = await Promise.all(
      courses.map(({ _id: courseId }) =>
        call(calls.courses.students, { params: { courseId }, query: { text, limit: each }, signal }),
      ),
    )
    return replies
      .flatMap(({ students }, at) => {
        const { _id: courseId, title } = courses[at] as Largest[number] // a reply for each course
        return students.map(
          ({ _id, name }): Found => ({
            kind: 'student',
            key: `${courseId} ${_id}`,
            to: searched(studioPaths.courseStudents(courseId), name),
            text: name,
            aside: title,
          }),
        )
      })
      .slice(0, each)
  }

  return async (text, signal) => {
    const [{ courses }, students] = await Promise.all([
      call(calls.courses.own, { query: { text, limit: each }, signal }),
      findStudents(text, signal),
    ])
    return [
      ...courses.map(
        ({ _id, title }): Found => ({
          kind: 'course',
          key: _id,
          to: studioPaths.editCourse(_id),
          text: title,
          aside: '',
        }),
      ),
      ...students,
    ]
  }
}

/** Courses, accounts and orders of the whole site. */
function findAsAdmin(call: Client): FindPlaces {
  return async (text, signal) => {
    const query = { text, limit: each }
    const [{ courses }, { users }, { orders }] = await Promise.all([
      call(calls.admin.courses, { query, signal }),
      call(calls.admin.users, { query, signal }),
      call(calls.adminOrders.list, { query, signal }),
    ])
    return [
      ...courses.map(
        ({ _id, title, creatorName }): Found => ({
          kind: 'course',
          key: _id,
          to: searched(adminPaths.courses, title),
          text: title,
          aside: creatorName,
        }),
      ),
      ...users.map(
        ({ _id, name, email, role }): Found => ({
          kind: role === 'student' ? 'student' : 'user',
          key: _id,
          to: searched(adminPaths.users, email),
          text: name,
          aside: email,
        }),
      ),
      ...orders.map(
        ({ _id, buyer, bundle, courses: bought }): Found => ({
          kind: 'order',
          key: _id,
          to: adminPaths.order(_id),
          text: bundle || (bought[0]?.title ?? _id),
          aside: buyer.name,
        }),
      ),
    ]
  }
}

/** Returns what the palette of a role searches with. */
export const findPlacesOf = ({ role }: Pick<Viewer, 'role'>, call: Client): FindPlaces =>
  role === 'admin' ? findAsAdmin(call) : findAsEducator(call)
