import { addChatPart } from '../chat-parts.ts'
import { addHomePart } from '../home-parts.ts'
import { addSenders } from '../outbox/senders.ts'
import { addProfilePart } from '../profile-parts.ts'

const video = () => import('#video/face.ts')

/** What rooms put round every page of whoever is signed in, each fetched when it is first needed. */
export const besides = {
  bell: async () => (await import('#notices/face.ts')).NoticesBell,
  help: async () => (await import('#help/face.ts')).HelpWidget,
  chat: async () => (await import('#chat/face.ts')).ChatBeside,
  outbox: async () => {
    // What was begun and not sent is asked about at a sign-out, on whatever page one is.
    await (await import('#learning/face.ts')).loadUnsent()
    return (await import('../outbox/outbox-beside.tsx')).OutboxBeside
  },
  video: async () => (await video()).loadVideoBeside(),
  update: async () => (await import('../shell/update-note.tsx')).UpdateNote,
  moments: async () => (await import('#mentorship/face.ts')).loadMoments(),
  termsGate: async () => (await import('#accounts/face.ts')).TermsGate,
}

addProfilePart('notices', 'main', async () => (await import('#notices/face.ts')).loadNoticeChoices())
addProfilePart('saved', 'side', async () => (await import('../offline/saved-card.tsx')).SavedCard)
addHomePart('matching', async () => (await import('#matching/face.ts')).MatchingScreen)
addHomePart('matchingNote', async () => (await import('#matching/face.ts')).MatchingNote)
addHomePart('days', async () => (await import('#calendar/face.ts')).HomeDays)
addHomePart('over', async () => (await import('#calendar/face.ts')).HomeCalendar)
addHomePart('contact', async () => (await import('#chat/face.tsx')).ContactButtons)
addChatPart('button', async () => (await video()).loadVideoButton())
addChatPart('call', async () => (await video()).loadCallButton())
addChatPart('section', async () => (await video()).loadVideoSection())
addChatPart('history', async () => (await video()).loadHistoryList())
addChatPart('rating', async () => (await video()).loadRatingCard())
addSenders('learning', async () => (await import('#learning/face.ts')).loadSenders())
addSenders('feed', async () => (await import('#feed/face.ts')).loadSenders())
