import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from '#core/app.tsx'
import { fetchFirstTexts } from '#core/i18n/language.ts'
import { queryClient } from '#core/query-client.ts'
import { routeTable } from '#core/router/route-table.ts'
import { buildRouter } from '#core/router/router.tsx'
import { sessionNow, verifySession } from '#core/session.ts'
import { systemStatusQuery } from '#core/system-status.ts'
import { applyTheme } from '#core/theme/theme.ts'
import { wire } from '#core/wiring.ts'

/** A page without words is worth waiting for this long, not longer. */
const patienceMs = 1000

applyTheme()
const router = buildRouter(routeTable)
wire(router)

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')

// What the first page will ask for is asked for now; whoever fails here asks again where the failure can be shown.
const whoIsHere = sessionNow() === 'signedOut' ? queryClient.prefetchQuery(systemStatusQuery) : verifySession().catch(() => null)
const isReady = Promise.all([fetchFirstTexts(), whoIsHere])
const isLate = new Promise((resolve) => setTimeout(resolve, patienceMs))
void Promise.race([isReady, isLate]).then(() => createRoot(root).render(<App router={router} />))
