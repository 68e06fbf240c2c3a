import { useText } from '#core/i18n/texts.tsx'
import type { DomainRoute } from '#core/domain-route.ts'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'

const pages = async () => (await import('./screens.ts')).connect()
const connect = async () => (await pages()).ConnectPage

/** The guard checks the session before the page is shown, so the page cannot show this itself. */
function Checking() {
  return <LoadingBeads label={useText()('calendar.callback.checking')} />
}

export const calendarRoutes: readonly DomainRoute[] = [
  {
    path: '/mentorship/time',
    access: 'protected',
    load: async () => (await (await import('./screens.ts')).time()).FindTimePage,
  },
  { path: '/calendar/connect', access: 'public', load: connect },
  { path: '/calendar/connect/$provider', access: 'public', load: connect },
  { path: '/calendar/callback', access: 'public', load: async () => (await pages()).CallbackPage, pending: Checking },
]
