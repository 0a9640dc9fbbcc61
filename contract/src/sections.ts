import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Lecture, Section } from './lectures.ts'
import { Id, nameText, readVersion, Version } from './values/fields.ts'

const courseParams = z.object({ courseId: Id })
const sectionParams = z.object({ sectionId: Id })
const SectionTitle = nameText(200, 'Section title')

/** Sections and lectures of a course, each in order. The lectures are those without a section, then those of each section. */
const Outline = z.object({
  sections: z.array(Section),
  lectures: z.array(Lecture),
  /** of the order of both */
  outlineVersion: Version,
})
export type Outline = z.output<typeof Outline>

export const sections = {
  create: endpoint({
    method: 'POST',
    path: '/api/course/createsection/:courseId',
    access: 'educator',
    summary: 'Add a section to an own course: an empty one at the end, or one that begins at a lecture',
    params: courseParams,
    body: z.object({
      title: SectionTitle,
      /** this lecture and those after it in its section move to the new one; their order stays */
      firstLectureId: Id.optional(),
    }),
    status: 201,
    reply: Outline.extend({ section: Section }),
    errors: ['not_found', 'lectures_changed', 'rate_limited'],
  }),
  rename: endpoint({
    method: 'POST',
    path: '/api/course/editsection/:sectionId',
    access: 'educator',
    summary: 'Change the title of a section of an own course',
    params: sectionParams,
    body: z.object({ title: SectionTitle, ...readVersion }),
    status: 200,
    reply: Outline,
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/course/removesection/:sectionId',
    access: 'educator',
    summary: 'Remove a section of an own course; its lectures stay, in the section before it or in none',
    params: sectionParams,
    status: 200,
    reply: Outline,
    errors: ['not_found', 'rate_limited'],
  }),
  arrange: endpoint({
    method: 'POST',
    path: '/api/course/saveoutline/:courseId',
    maxBodyBytes: 300 * 1024,
    access: 'educator',
    summary: 'Put sections and lectures of an own course in order; each must be named exactly once',
    params: courseParams,
    body: z.object({
      /** a section is followed by its lectures; those before the first one have none */
      rows: z.array(z.object({ kind: z.enum(['section', 'lecture']), id: Id })).max(1200),
      ...readVersion,
    }),
    status: 200,
    reply: Outline,
    errors: ['not_found', 'lectures_changed', 'changed_elsewhere', 'rate_limited'],
  }),
}
