// What the cards need once one of them is opened, in one file to fetch.
export { LectureSearch } from './lecture-search.tsx'
export { TutorPanel } from './tutor-panel.tsx'
