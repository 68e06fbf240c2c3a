import type { HelpIdentity } from '@saathi/contract/help/entities'
import type * as z from 'zod/mini'

type Identity = z.infer<typeof HelpIdentity>

declare global {
  interface Window {
    /** For the widget of another service: who is signed in, with the hash by which that service can be sure of it. */
    saathiHelp?: Identity | undefined
  }
}

const fetched = new Set<string>()

/**
 * Says who is here, then fetches the script, once for as long as the page lives. The event tells a script that is here
 * already that someone else has come; the returned function tells it that nobody is there.
 */
export function startExternalHelp(scriptUrl: string, { userId, hash, role }: Identity): () => void {
  say({ userId, hash, role })
  if (!fetched.has(scriptUrl)) fetchScript(scriptUrl)
  return () => say(undefined)
}

function say(identity: Identity | undefined): void {
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
