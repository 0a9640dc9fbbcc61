export { removeAnnouncementByAdmin } from './change-announcement.ts'
export { announcementChanged, announcementMade, announcementRemoved } from './jobs.ts'
export { closeAnnouncementReports } from './report-announcement.ts'
export { deleteAnnouncementReportsOf } from './report-queries.ts'
export { registerAnnouncements } from './routes.ts'
export {
  findAnnouncementFor,
  findAnnouncementSubject,
  findNextStudents,
  noteNotified,
} from './sending-queries.ts'
