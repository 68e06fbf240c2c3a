import { addChatPart } from '../chat-slots.ts'
import { addHomePart } from '../home-slots.ts'
import { addSenders } from '../outbox/senders.ts'
import { addProfilePart } from '../profile-slots.ts'

const video = () => import('#video/public.ts')

/** What rooms put round every page of whoever is signed in, each fetched when it is first needed. */
export const shellSlots = {
  bell: async () => (await import('#notices/public.ts')).NoticesBell,
  help: async () => (await import('#help/public.ts')).HelpWidget,
  chat: async () => (await import('#chat/public.ts')).ChatSlot,
  outbox: async () => {
    // What was begun and not sent is asked about at a sign-out, on whatever page one is.
    await (await import('#learning/public.ts')).loadUnsent()
    return (await import('../outbox/outbox-slot.tsx')).OutboxSlot
  },
  video: async () => (await video()).loadVideoBeside(),
  update: async () => (await import('../shell/update-note.tsx')).UpdateNote,
  moments: async () => (await import('#mentorship/public.ts')).loadMoments(),
  termsGate: async () => (await import('#accounts/public.ts')).TermsGate,
}

addProfilePart('notices', 'main', async () => (await import('#notices/public.ts')).loadNoticeChoices())
addProfilePart('saved', 'side', async () => (await import('../offline/saved-card.tsx')).SavedCard)
addHomePart('matching', async () => (await import('#matching/public.ts')).MatchingScreen)
addHomePart('matchingNote', async () => (await import('#matching/public.ts')).MatchingNote)
addHomePart('days', async () => (await import('#calendar/public.ts')).HomeDays)
addHomePart('over', async () => (await import('#calendar/public.ts')).HomeCalendar)
addHomePart('contact', async () => (await import('#chat/public.tsx')).ContactButtons)
addChatPart('button', async () => (await video()).loadVideoButton())
addChatPart('call', async () => (await video()).loadCallButton())
addChatPart('section', async () => (await video()).loadVideoSection())
addChatPart('history', async () => (await video()).loadHistoryList())
addChatPart('rating', async () => (await video()).loadRatingCard())
addSenders('learning', async () => (await import('#learning/public.ts')).loadSenders())
addSenders('feed', async () => (await import('#feed/public.ts')).loadSenders())
