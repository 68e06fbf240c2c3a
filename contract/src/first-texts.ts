/** By the first part of their keys: the texts of sign-in and sign-up, of the frame around each page, and of the learning hub. */
const firstParts: ReadonlySet<string> = new Set([
  'action',
  'answers',
  'app',
  'bell',
  'code',
  'error',
  'failed',
  'google',
  'internship',
  'learning',
  'legal',
  'light',
  'maintenance',
  'newPassword',
  'notFound',
  'offline',
  'outbox',
  'reset',
  'sendOtp',
  'shell',
  'signIn',
  'signUp',
  'today',
  'verify',
  'wayIn',
])
const further: readonly string[] = ['chat.named', 'feed.newTab', 'feed.title', 'mentorship.streak']

/** A first visit of these pages loads these texts alone; the others follow when the page is shown. */
export function isFirstText(key: string): boolean {
  const end = key.indexOf('.')
  return end < 0 || firstParts.has(key.slice(0, end)) || further.some((start) => key.startsWith(start))
}
