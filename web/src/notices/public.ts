import { lazy } from 'react'

export { NoticesBell } from './notices-bell.tsx'

/** For the profile page; separate, so that the bell does not load it on every page. */
export const loadNoticeChoices = async () => (await import('./choices-section.tsx')).NoticeChoices

const Nothing = () => null
/** Shown after a success. If its script fails to load, show nothing. */
export const PushOffer = lazy(async () => ({
  default: await import('./push-offer.tsx').then(
    (part) => part.PushOffer,
    () => Nothing,
  ),
}))
