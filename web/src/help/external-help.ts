import type { HelpIdentity } from '@saathi/contract/help/entities'
import type * as z from 'zod/mini'

type Identity = z.infer<typeof HelpIdentity>

declare global {
  interface Window {
    /** For the external widget: who is signed in, with a hash that proves it to that service. */
    saathiHelp?: Identity | undefined
  }
}

const fetched = new Set<string>()

/**
 * Publishes the identity, then loads the script once per page. The event tells an already loaded script about a new
 * person; the returned function tells it that nobody is signed in.
 */
export function startExternalHelp(scriptUrl: string, { userId, hash, role }: Identity): () => void {
  publishIdentity({ userId, hash, role })
  if (!fetched.has(scriptUrl)) fetchScript(scriptUrl)
  return () => publishIdentity(undefined)
}

function publishIdentity(identity: Identity | undefined): void {
  if (identity) window.saathiHelp = identity
  else delete window.saathiHelp
  window.dispatchEvent(new Event('saathihelp'))
}

function fetchScript(scriptUrl: string): void {
  fetched.add(scriptUrl)
  const script = document.createElement('script')
  script.src = scriptUrl
  script.async = true
  script.addEventListener('error', () => {
    fetched.delete(scriptUrl)
    script.remove()
  })
  document.head.append(script)
}
