import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { onLive } from '#core/live.ts'
import { serverNow } from '#core/server-time.ts'
import { showToast } from '#core/ui/toast-store.ts'
import { mentorshipsQuery } from '#mentorship/public.ts'

/** A mentorship that started earlier has changed for another reason. */
const RECENT_MS = 5 * 60_000
const announced = new Set<number>()

/** Shows one toast when a new mentorship starts while this screen is open. The home shows the mentorship itself. */
export function useFoundToast(): void {
  const t = useText()
  const client = useQueryClient()
  const announce = useEffectEvent(async (mentorship: number) => {
    const mentorships = await client.fetchQuery({ ...mentorshipsQuery, staleTime: 0 }).catch(() => [])
    const hasStarted = mentorships.some(
      ({ id, isActive, startedAt }) => id === mentorship && isActive && serverNow() - Date.parse(startedAt) < RECENT_MS,
    )
    if (!hasStarted || announced.has(mentorship)) return
    announced.add(mentorship)
    showToast({ text: t('matching.found') })
  })
  useEffect(() => onLive('mentorship.changed', ({ mentorship }) => void announce(mentorship)), [])
}
