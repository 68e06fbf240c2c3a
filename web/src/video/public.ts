/**
 * The parts that video offers to chat and to the app shell. Each part is loaded separately, so that an incoming call does not load the call
 * screen.
 */
export const loadVideoSlot = async () => (await import('./video-slot.tsx')).VideoSlot
export const loadVideoButton = async () => (await import('./video-button.tsx')).VideoButton
export const loadCallButton = async () => (await import('./video-button.tsx')).CallButton
export const loadCallCard = async () => (await import('./card/call-card.tsx')).CallCardView
export const loadVideoSection = async () => (await import('./join/section.tsx')).VideoSection
export const loadHistoryList = async () => (await import('./history/list.tsx')).HistoryList
export const loadRatingCard = async () => (await import('./history/rating-card.tsx')).RatingCard
