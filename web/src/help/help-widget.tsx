import { useQuery } from '@tanstack/react-query'
import { useEffect, type ComponentProps } from 'react'
import { registerUnsent } from '#core/unsaved.ts'
import './live.ts'
import { hasDraft, helpCentreQuery } from './queries.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useMenuOnDemand } from '#core/shell/use-menu-on-demand.ts'
import { Count } from '#core/ui/count.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { question } from '#core/ui/icons.ts'
import css from './help-button.module.css'
import type { HelpIdentity } from '@saathi/contract/help/entities'
import type * as z from 'zod/mini'

/** Our own conversation, or an external widget; nothing until the server has said which. */
export function HelpWidget() {
  const { data: centre } = useQuery(helpCentreQuery)
  useEffect(() => registerUnsent(hasDraft), [])
  if (!centre) return null
  if (centre.kind === 'built_in') return <HelpButton unread={centre.unread} />
  const { userId, hash, role } = centre.identity
  return centre.scriptUrl && <ExternalHelp scriptUrl={centre.scriptUrl} userId={userId} hash={hash} role={role} />
}

type ExternalHelpProps = { scriptUrl: string } & Parameters<typeof startExternalHelp>[1]

function ExternalHelp({ scriptUrl, userId, hash, role }: ExternalHelpProps) {
  useEffect(() => startExternalHelp(scriptUrl, { userId, hash, role }), [scriptUrl, userId, hash, role])
  return null
}

const loadPanel = async () => (await import('./help-panel.tsx')).HelpPanel

/** Within thumb reach on every page; pages with their own bottom bar hide it through `data-help`. */
function HelpButton({ unread }: { unread: number }) {
  const t = useText()
  const { Menu: Panel, buttonProps } = useMenuOnDemand(loadPanel, 'dialog')
  return (
    <aside className={css.place} aria-label={t('help.title')} data-help>
      <div className={css.corner}>
        {Panel ? <Panel trigger={<RoundButton unread={unread} />} /> : <RoundButton unread={unread} {...buttonProps} />}
      </div>
      <span className="sr" role="status">
        {unread > 0 && t('help.unread', { count: unread })}
      </span>
    </aside>
  )
}

function RoundButton({ unread, ...props }: ComponentProps<'button'> & { unread: number }) {
  const t = useText()
  return (
    <button {...props} type="button" className={css.button} aria-label={t('help.open', { count: unread })}>
      <Icon of={question} size={24} />
      <span className={css.word}>{t('help.title')}</span>
      {unread > 0 && <Count className={css.count} value={unread} max={9} label={t('help.unread', { count: unread })} />}
    </button>
  )
}

type Identity = z.infer<typeof HelpIdentity>

declare global {
  interface Window {
    /** For the external widget: who is signed in, with a hash that proves it to that service. */
    saathiHelp?: Identity | undefined
  }
}

const fetched = new Set<string>()

/**
 * Publishes the identity, then loads the script once per page. An event informs an already loaded script of a new person; the
 * returned function informs it that nobody is signed in.
 */
function startExternalHelp(scriptUrl: string, { userId, hash, role }: Identity): () => void {
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
