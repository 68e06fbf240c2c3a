export { lockInside, type Inside, requireInside, picturePurposes } from './access.ts'
export { insertDemoMentorships } from './demo.ts'
export { endMentorship, leaveMentorship, startMentorship } from './lifecycle.ts'
export { canSeeEachOther, findMade, findMembers } from './store.ts'
