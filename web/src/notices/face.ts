export { NoticesBell } from './notices-bell.tsx'

/** For the page of one's profile; apart, so that the bell does not carry it to every page. */
export const loadNoticeChoices = async () => (await import('./choices-section.tsx')).NoticeChoices
