export { simulateCalendars } from './simulate-calendars.ts'
export { simulateGoogle } from './google-provider.ts'
