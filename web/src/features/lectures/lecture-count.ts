/** "1 lecture", "12 lectures". */
export const lectureCount = (count: number): string => `${count} ${count === 1 ? 'lecture' : 'lectures'}`
