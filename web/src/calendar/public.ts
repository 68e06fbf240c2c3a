/** The calendar parts on the home of a mentorship; the calendar itself is loaded when it is opened. */
export { HomeCalendar } from './home/calendar.tsx'
export { HomeDays } from './home/days.tsx'
