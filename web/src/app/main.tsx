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

window.addEventListener('error', retryStyle, { capture: true })
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

/**
 * On a weak connection a stylesheet may fail to load. Requests it again before the page's loader sees the error. After two tries
 * the link is removed, because the next attempt to open the page would take it for loaded.
 */
function retryStyle(event: Event): void {
  const link = event.target
  if (!(link instanceof HTMLLinkElement) || link.rel !== 'stylesheet') return
  const tries = Number(link.dataset['tries'] ?? 0) + 1
  if (tries > 2) return link.remove()
  event.stopImmediatePropagation()
  link.dataset['tries'] = String(tries)
  setTimeout(() => (link.href = `${link.href.replace(/#.*/, '')}#${tries}`), tries * 500)
}
