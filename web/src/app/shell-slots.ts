import { addChatSlot, addHomeSlot, addProfileSlot } from '#core/slots.ts'
import { addSenders } from '#core/outbox/senders.ts'
import { addUnsentLoader } from '#core/shell/check-unsent.ts'

const video = () => import('#video/public.ts')

/** Components that domains add around every page of a signed-in person, each loaded when first needed. */
export const shellSlots = {
  bell: async () => (await import('#notices/public.ts')).NoticesBell,
  help: async () => (await import('#help/public.ts')).HelpWidget,
  chat: async () => (await import('#chat/public.ts')).ChatSlot,
  outbox: async () => {
    // A sign-out on any page asks about unsent drafts.
    await import('#core/unsent-drafts.ts')
    return (await import('#core/outbox/outbox-slot.tsx')).OutboxSlot
  },
  video: async () => (await video()).loadVideoSlot(),
  update: async () => (await import('#core/shell/update-note.tsx')).UpdateNote,
  moments: async () => (await import('#mentorship/public.ts')).loadMoments(),
  offers: async () => (await import('#accounts/public.tsx')).OffersInMenu,
  report: async () => (await import('#safety/public.ts')).ReportHost,
  termsGate: async () => (await import('#accounts/public.ts')).TermsGate,
}

addProfileSlot('notices', 'main', async () => (await import('#notices/public.ts')).loadNoticeChoices())
addProfileSlot('saved', 'side', async () => (await import('#core/offline/saved-card.tsx')).SavedCard)
addProfileSlot('safety', 'side', async () => (await import('#safety/public.ts')).loadReportsCard())
addHomeSlot('matching', async () => (await import('#matching/public.ts')).MatchingScreen)
addHomeSlot('matchingNote', async () => (await import('#matching/public.ts')).MatchingNote)
addHomeSlot('days', async () => (await import('#calendar/public.ts')).HomeDays)
addHomeSlot('over', async () => (await import('#calendar/public.ts')).HomeCalendar)
addHomeSlot('contact', async () => (await import('#chat/public.tsx')).ContactButtons)
addChatSlot('button', async () => (await video()).loadVideoButton())
addChatSlot('call', async () => (await video()).loadCallButton())
addChatSlot('section', async () => (await video()).loadVideoSection())
addChatSlot('card', async () => (await video()).loadCallCard())
addChatSlot('history', async () => (await video()).loadHistoryList())
addChatSlot('rating', async () => (await video()).loadRatingCard())
addUnsentLoader(shellSlots.outbox)
addSenders('learning', async () => (await import('#learning/public.ts')).loadSenders())
addSenders('surveys', async () => (await import('#surveys/public.ts')).loadSenders())
addSenders('mentorship', async () => [(await import('#mentorship/public.ts')).checkInKind])
addSenders('help', async () => [(await import('#help/public.ts')).messageKind])
addSenders('safety', async () => (await import('#safety/public.ts')).loadSenders())
addSenders('staff', async () => (await import('#staff/public.ts')).loadSenders())
addSenders('chat', async () => (await import('#chat/public.ts')).loadSenders())
addSenders('feed', async () => (await import('#feed/public.ts')).loadSenders())
