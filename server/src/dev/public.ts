export { playCalendars, type PlayedCalendars } from './calendar-play.ts'
export { playGoogle, type PlayedGoogle } from './google-play.ts'
