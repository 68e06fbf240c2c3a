/** What the calendar brings to the home of a mentorship; the calendar itself comes when it is opened. */
export { HomeCalendar } from './home-calendar.tsx'
export { HomeDays } from './home-days.tsx'
