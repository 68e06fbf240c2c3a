export { simulateCalendars, type SimulatedCalendars } from './simulate-calendars.ts'
export { playGoogle, type SimulatedGoogle } from './simulate-google.ts'
