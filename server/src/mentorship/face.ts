export { holdInside, type Inside, requireInside } from './access.ts'
export { endMentorship, leaveMentorship } from './end.ts'
export { picturePurposes } from './picture-purpose.ts'
export { type NewMentorship, startMentorship } from './start.ts'
