import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { fetchFirstTexts } from '#core/i18n/language.ts'
import { queryClient } from '#core/query-client.ts'
import { routeTable } from './route-table.ts'
import { buildRouter } from './router.tsx'
import { sessionNow, verifySession } from '#core/session.ts'
import { systemStatusQuery } from '#core/system-status.ts'
import { applyTheme } from '#core/theme/theme.ts'
import { wire } from './wiring.ts'

/** Wait at most this long for the texts. */
const timeoutMs = 1000

applyTheme()
const router = buildRouter(routeTable)
wire(router)

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')

// Fetch what the first page needs now; a failure here is retried where it can be shown.
const sessionCheck =
  sessionNow() === 'signedOut' ? queryClient.prefetchQuery(systemStatusQuery) : verifySession().catch(() => null)
const isReady = Promise.all([fetchFirstTexts(), sessionCheck])
const isLate = new Promise((resolve) => setTimeout(resolve, timeoutMs))
void Promise.race([isReady, isLate]).then(() => createRoot(root).render(<App router={router} />))
