export { simulateCalendars, type SimulatedCalendars } from './simulate-calendars.ts'
export { simulateGoogle, type SimulatedGoogle } from './google-provider.ts'
