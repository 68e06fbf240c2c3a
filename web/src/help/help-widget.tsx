import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { registerUnsent } from '#core/unsaved.ts'
import { startExternalHelp } from './external-help.ts'
import { HelpButton } from './help-button.tsx'
import './live.ts'
import { hasUnsentHelp, helpCentreQuery } from './queries.ts'

/** Our own conversation, or an external widget; nothing until the server has said which. */
export function HelpWidget() {
  const client = useQueryClient()
  const { data: centre } = useQuery(helpCentreQuery)
  useEffect(() => registerUnsent(() => hasUnsentHelp(client)), [client])
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
