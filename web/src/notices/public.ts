import { lazy } from 'react'

export { NoticesBell } from './notices-bell.tsx'

/** For the page of one's profile; apart, so that the bell does not carry it to every page. */
export const loadNoticeChoices = async () => (await import('./choices-section.tsx')).NoticeChoices

const Nothing = () => null
/** Shown after a success. A script that does not come is no reason to take the success away. */
export const PushOffer = lazy(async () => ({
  default: await import('./push-offer.tsx').then(
    (part) => part.PushOffer,
    () => Nothing,
  ),
}))
