/** What video brings to chat and round every page. Each has its own script, so that nobody fetches a call who only hears one ring. */
export const loadVideoBeside = async () => (await import('./video-slot.tsx')).VideoBeside
export const loadVideoButton = async () => (await import('./video-button.tsx')).VideoButton
export const loadCallButton = async () => (await import('./video-button.tsx')).CallButton
export const loadVideoSection = async () => (await import('./video-section.tsx')).VideoSection
export const loadHistoryList = async () => (await import('./history-list.tsx')).HistoryList
export const loadRatingCard = async () => (await import('./rating-card.tsx')).RatingCard
