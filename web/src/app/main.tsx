import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { allTexts } from '#core/i18n/dictionary.ts'
import { fetchFirstTexts } from '#core/i18n/language.ts'
import { queryClient } from '#core/query-client.ts'
import { routeTable } from './route-table.ts'
import { buildRouter } from './router.tsx'
import { sessionNow } from '#core/session.ts'
import { systemStatusQuery } from '#core/system-status.ts'
import { applyTheme } from '#core/theme/theme.ts'
import { wire } from './wiring.ts'

/** Wait at most this long for the texts. */
const timeoutMs = 1000

window.addEventListener('error', retryStyle, { capture: true })
applyTheme()
const router = buildRouter(routeTable)
wire(router)

// A few words of Hindi on a page in English: their font may need the same care as on a page in Hindi.
document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
  const isDevanagari = ({ unicodeRange }: FontFace) => /^U\+0?90/i.test(unicodeRange)
  if (fontfaces.some(isDevanagari)) import('#core/theme/whole-fonts.ts').then((fonts) => fonts.watchSyllables()).catch(() => null)
})

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')

// Fetch what the first page needs now; a failure here is retried where it can be shown. With its script, session and profile there,
// the page is rendered once instead of in three steps.
const status = sessionNow() === 'signedOut' && queryClient.prefetchQuery(systemStatusQuery)
const isReady = Promise.all([fetchFirstTexts(), status, router.load()])
const isLate = new Promise((resolve) => setTimeout(resolve, timeoutMs))
// As a transition, React renders in slices of a few milliseconds, so a slow phone stays responsive.
void Promise.race([isReady, isLate]).then(() => startTransition(() => createRoot(root).render(<App router={router} />)))
// A page that needs them asks again and shows the failure.
void isReady.then(allTexts).catch(() => null)

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
